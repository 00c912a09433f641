#include "ragsieve/text/polarity.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace ragsieve {
namespace {

struct Axis {
  std::string_view name;
  std::string_view plus;  // one space between; "at_least" is two words
  std::string_view minus;
};

constexpr auto kAxes = std::to_array<Axis>({
    {"permission",
     "allowed allow allows permitted permit permits may can welcome authorised authorized erlaubt "
     "darf durfen gestattet zulassig autorise permis autorisee admis accepte acceptes acceptee "
     "permitido permitida permite autorizado разрешено разрешается разрешен можно 允许 可以 許可 "
     "可",
     "cannot forbidden forbid forbids prohibited prohibit prohibits banned ban bans disallowed "
     "verboten untersagt unzulassig interdit interdite interdits defendu refuse prohibido prohibe "
     "prohibida prohibidos запрещено запрещается запрещен нельзя 禁止 不得 不准 不可"},
    {"direction",
     "increase increases increased increasing rise rises rose risen rising raise raises raised "
     "raising grow grows grew grown gain gains gained climb climbs climbed climbing up upwards "
     "higher upper uphill ascend ascends double doubled soar soared steigt stieg stiegen erhoht "
     "steigen "
     "gestiegen zugenommen wachst augmente augmenter augmentation hausse monte aumenta aumento "
     "aumentar aumentado sube subio subieron увеличился увеличивается увеличилось растет растут "
     "вырос выросла выросли повышает повысился повысились 提高 增加 上升 增长 升高 上涨",
     "decrease decreases decreased decreasing fall falls fell fallen falling lowered lowering drop "
     "drops dropped dropping decline declines declined declining reduce reduces reduced reducing "
     "sink sinks sank down downwards downhill descend descends halve halved shrink shrank lower "
     "sinkt sank gesunken gefallen fallt senkt reduziert verringert abgenommen baisse baisser "
     "baissent diminue diminuer descend disminuye disminuyo baja bajo bajaron reducido "
     "уменьшился уменьшается уменьшилось падает падают упал упала упали снижает снизился снизились "
     "降低 减少 下降 下跌"},
    {"order", "before prior vor avant antes до 之前 以前",
     "after afterwards nach apres despues после 之后 以后"},
    {"rank", "first erste erster ersten premier premiere primero primera первыи первая 第一",
     "last letzte letzter letzten dernier derniere ultimo ultima последнии последняя 最后"},
    {"open",
     "open opens opened reopened geoffnet offnet ouvert ouverte ouverts ouvre abierto abierta "
     "abre открыт открыта открыто 开放 开门",
     "closed closes close shut shuts geschlossen schliesst ferme fermee fermes cerrado cerrada "
     "cierra закрыт закрыта закрыто 关闭 关门"},
    {"price",
     "free free_of_charge gratis complimentary kostenlos kostenfrei unentgeltlich umsonst gratuit "
     "gratuite gratuits gratuito gratuita costs_nothing at_no_charge without_charge бесплатно "
     "бесплатныи бесплатная 免费",
     "pay pays paid fee fees chargeable charged_for carry_the_cost bear_the_cost at_their_expense "
     "kostenpflichtig gebuhrenpflichtig payant payante payer pago платно платныи платная 收费 "
     "付费"},
    {"duty",
     "mandatory compulsory required obligatory must obliged obligation requires require needed "
     "need_to have_to has_to obligatorisch verpflichtend verpflichtet vorgeschrieben pflicht muss "
     "mussen obligatoire obligatoires doit doivent obligatorio obligatoria debe deben обязательно "
     "обязателен обязательна должен 必须 强制 须",
     "optional voluntary unnecessary matter_of_choice at_will need_not freiwillig fakultativ "
     "facultatif facultative opcional voluntario voluntaria добровольно необязательно "
     "необязательна 可选 自愿"},
    {"bound",
     "at_least minimum no_less_than no_fewer_than or_more mindestens wenigstens au_moins "
     "minimo al_menos не_менее минимум 至少 最少 不少于",
     "at_most maximum no_more_than up_to not_more_than or_less hochstens maximal au_plus maximo "
     "a_lo_sumo не_более максимум 至多 最多 不超过"},
    {"content",
     "include includes included including contain contains inclusive covers cover covered "
     "enthalt inbegriffen inklusive inclus incluse comprend incluye incluido incluida содержит "
     "включает включен 包含 包括 含",
     "exclude excludes excluded excluding exclusive omit omits omitted lack lacks lacked exempt "
     "exklusive ausgeschlossen exclu exclue excluye excluido исключает исключен 不包括 不含 除外"},
    {"switch",
     "enable enables enabled activate activates activated switched_on turned_on turn_on switch_on "
     "aktiviert eingeschaltet active activee activado encendido включен включена включено 启用 "
     "开启",
     "disable disables disabled deactivate deactivated switched_off turned_off turn_off switch_off "
     "deaktiviert ausgeschaltet desactive desactivado apagado выключен выключена отключен 禁用 "
     "停用"},
    {"motion",
     "start starts started begin begins began launch launched startet beginnt commence "
     "empieza comienza начинает 开始",
     "stop stops stopped end ends ended halt halts halted finish finished stoppt endet termine "
     "termina заканчивает 停止 结束"},
    {"outcome",
     "win wins won victory gewann gewonnen gagne gano ganaron победил выиграл выиграла 赢",
     "lose loses lost defeat defeated verlor verloren perdu perdio perdieron проиграл проиграла "
     "输"},
    {"money", "profit profits surplus gewinn uberschuss benefice ganancia beneficio прибыль 盈利",
     "loss losses deficit verlust defizit perte perdida убыток 亏损"},
    {"truth", "true correct right wahr richtig vrai verdadero cierto верно правда 正确",
     "false incorrect wrong falsch faux falso неверно ложь 错误"},
    {"place", "inside indoors indoor interior innen interieur dentro внутри 室内",
     "outside outdoors outdoor exterior aussen draussen exterieur fuera снаружи 室外"},
    {"side", "left links linke linken gauche izquierda izquierdo слева левыи 左",
     "right_hand right_side rechts rechte rechten droite derecha derecho справа правыи 右"},
    {"turn", "clockwise im_uhrzeigersinn 顺时针",
     "anticlockwise counterclockwise counter_clockwise gegen_den_uhrzeigersinn 逆时针"},
    {"latitude", "north northern nord norden norte север 北",
     "south southern sud sueden sued юг 南"},
    {"longitude", "east eastern ost osten восток 东", "west western westen oeste запад 西"},
    {"height", "above over oberhalb superior", "below under beneath unterhalb underneath"},
    {"storey", "top uppermost ober obere oberen superieur 上层",
     "bottom lowermost unter untere unteren inferieur inferior 下层"},
    {"face", "front vorn vordere avant_de delantero", "rear back hinten hintere arriere trasero"},
    {"amount", "more mehr plus mas больше 更多", "less fewer weniger moins menos меньше 更少"},
    {"level", "high highest hoch hochste eleve alto alta высокии 最高",
     "low lowest niedrig tief faible basso niedrigste 最低"},
    {"size", "large largest big biggest greatest larger bigger gross grosse grande 大",
     "small smallest little tiny smaller klein kleine petit petite pequeno 小"},
    {"length", "long longer longest lang lange", "short shorter shortest kurz kurze court courte"},
    {"weight", "heavy heavier heaviest schwer lourd pesado",
     "lighter lightest leicht leger ligero"},
    {"time", "early earlier earliest fruh fruher tot temprano",
     "late later latest spat spater tard "
     "tarde"},
    {"speed", "fast faster fastest quick quickly rapidly schnell rapide rapido",
     "slow slower slowest slowly langsam lent lento"},
    {"strength", "strong stronger strongest strict stricter tight tighter",
     "weak weaker weakest loose looser lax"},
    {"fasten",
     "tighten tightens tightened fasten fastened lock locks locked attach attached "
     "connect connected festgezogen verriegelt",
     "loosen loosens loosened unfasten unfastened unlock unlocks unlocked detach detached "
     "disconnect disconnected gelost"},
    {"access", "public publicly offentlich publique publico",
     "private privately privat prive privado confidential secret vertraulich"},
    {"reach", "internal internally domestic", "external externally foreign"},
    {"heat", "hot hotter warm warmer warms heat heated heats chaud caliente",
     "cold colder cool cooler cools cooled chilled kalt froid frio"},
    {"damp", "wet moist damp humid nass feucht humide", "dry dried trocken sec seco seca"},
    {"fill", "full filled voll plein lleno", "empty emptied leer vide vacio"},
    {"light", "bright lit daylight hell", "dark unlit darkness dunkel"},
    {"day", "daytime by_day tagsuber", "night_time by_night at_night nachts"},
    {"answer",
     "accept accepts accepted approve approves approved adopt adopted agree agreed confirm "
     "confirmed genehmigt angenommen approuve aprobado aprobo одобрил одобрен 批准 接受",
     "reject rejects rejected deny denies denied refuse refuses refused turned_down veto "
     "vetoed abgelehnt rejete rechazado rechazo отклонил отклонен 拒绝 否决"},
    {"frequency", "always immer toujours siempre всегда 总是 every_time",
     "never nie jamais nunca никогда 从不 从未"},
    {"all", "everyone everybody all alle tous todos все 全部",
     "nobody none no_one niemand personne "
     "nadie никто"},
    {"life", "alive survive survives survived surviving living",
     "dead dies died killed perished "
     "deceased"},
    {"possible", "possible able capable moglich posible возможно 可能",
     "impossible unable incapable unmoglich imposible невозможно 不可能"},
    {"legal", "legal lawful legally", "illegal unlawful illegally"},
    {"safe", "safe harmless secure safely",
     "dangerous harmful unsafe hazardous insecure toxic "
     "poisonous"},
    {"trade", "buy buys bought purchase purchased purchases import imports imported",
     "sell sells sold sale export exports exported"},
    {"lend", "lend lends lent", "borrow borrows borrowed"},
    {"join", "join joins joined enter enters entered hire hired arrive arrives arrived",
     "leave leaves quit resign resigned dismiss dismissed depart departs departed"},
    {"sign", "positive positively", "negative negatively"},
    {"support", "support supports supported favour favours favoured welcomed endorsed",
     "oppose opposes opposed against criticised criticized"},
    {"success", "succeed succeeds succeeded success successful passed",
     "fail fails failed failure unsuccessful"},
    {"permanence", "permanent permanently lasting unlimited", "temporary temporarily limited"},
    {"same", "same identical gleich identique igual", "different distinct verschieden differente"},
    {"presence", "present attended", "absent missing"},
    {"verdict", "guilty convicted", "innocent acquitted"},
    {"payment", "in_advance prepaid beforehand im_voraus", "in_arrears on_delivery nachtraglich"},
    {"worth", "better best improve improves improved besser mieux mejor",
     "worse worst worsen worsens worsened deteriorate schlechter pire peor"},
    {"hand", "manual manually by_hand von_hand", "automatic automatically automatisch automatica"},
    {"alone", "alone separately individually single", "together jointly both"},
    {"work", "employed working", "unemployed idle"},
    {"age", "new newer newest modern", "old older oldest ancient"},
    {"depth", "deep deeper deepest", "shallow shallower"},
    {"width", "wide wider broad", "narrow narrower"},
    {"parity", "odd ungerade", "even_numbered gerade"},
    {"season", "summer sommer ete verano летом 夏季", "winter hiver invierno зимои 冬季"},
    {"noon", "morning mornings morgens vormittags matin manana утром 上午 早上",
     "afternoon evening evenings afternoons nachmittags abends soir tarde вечером 下午 晚上"},
});

// Words that a negating prefix turns: "compatible", "incompatible". Each is an axis of its own.
constexpr std::string_view kBases =
    "compatible refundable renewable complete correct visible valid dependent direct accurate "
    "sufficient necessary known usual stable restricted available suitable equal certain common "
    "likely reliable healthy protected sealed opened cooked washed treated registered "
    "attended "
    "occupied completed changed harmed damaged married armed official formal regular flexible "
    "soluble audible edible mobile mature perfect pure relevant responsible taxable connected "
    "honest advantage infected aware conscious sterile returnable transferable negotiable "
    "reversible removable washable fertile organic essential licensed insured secured supervised "
    "guarded heated furnished insulated sweetened salted filtered printed signed marked numbered "
    "limited friendly fair clear clean easy expected planned successful profitable employed";
constexpr auto kPrefixes =
    std::to_array<std::string_view>({"un", "in", "im", "ir", "il", "dis", "non"});

constexpr std::string_view kNegations =
    "not no never none nobody nothing neither nor without hardly no_longer no_one "
    "nicht kein keine keinen keinem keiner nie niemals niemand nichts weder ohne "
    "ne pas jamais aucun aucune sans ni rien personne "
    "nunca jamas sin ningun ninguna ninguno tampoco nadie nada "
    "non senza mai nessun nessuna nao sem nenhum nenhuma "
    "niet geen nooit zonder nie bez nigdy ikke ingen aldri utan inte aldrig degil "
    "не нет ни никогда без нельзя никто ничего "
    "不 没 沒 無 无 未 非 别 ない ません "
    "לא אין ليس لا لم لن नहीं मत 않 못 아니";

struct Entry {
  std::string_view axis;  // empty: a negation
  int side = 0;
};

class PolarityTable {
 public:
  PolarityTable() {
    for (const Axis& axis : kAxes) {
      add(axis.plus, {axis.name, +1}, opposites_);
      add(axis.minus, {axis.name, -1}, opposites_);
    }
    add(kNegations, {}, negations_);
    add_bases();
  }

  struct Hit {
    Entry entry;
    std::size_t n_lexemes = 0;
  };
  [[nodiscard]] Hit opposite(const std::vector<Lexeme>& sentence, std::size_t at) const {
    return longest(opposites_, sentence, at);
  }
  [[nodiscard]] Hit negation(const std::vector<Lexeme>& sentence, std::size_t at) const {
    return longest(negations_, sentence, at);
  }

 private:
  using Map = std::unordered_map<std::string, Entry>;

  static void add(std::string_view list, Entry entry, Map& map) {
    std::size_t at = 0;
    while (at < list.size()) {
      const std::size_t end = std::min(list.find(' ', at), list.size());
      map.emplace(fold_word(list.substr(at, end - at)), entry);
      at = end + 1;
    }
  }

  void add_bases() {
    std::size_t at = 0;
    while (at < kBases.size()) {
      const std::size_t end = std::min(kBases.find(' ', at), kBases.size());
      const std::string_view base = kBases.substr(at, end - at);
      opposites_.emplace(base, Entry{base, +1});
      for (const std::string_view prefix : kPrefixes) {
        opposites_.emplace(std::string(prefix) + std::string(base), Entry{base, -1});
      }
      at = end + 1;
    }
  }

  // Words joined by "_", ideographs by nothing; up to three of either.
  static Hit longest(const Map& map, const std::vector<Lexeme>& sentence, std::size_t at) {
    constexpr std::size_t kMost = 3;
    Hit hit;
    std::string key;
    for (std::size_t n = 1; n <= kMost && at + n <= sentence.size(); ++n) {
      const Lexeme& lexeme = sentence[at + n - 1];
      if (lexeme.kind != LexemeKind::kWord && lexeme.kind != LexemeKind::kIdeograph) break;
      if (n > 1 && lexeme.kind != sentence[at].kind) break;
      if (n > 1 && lexeme.kind == LexemeKind::kWord) key += '_';
      key += lexeme.text;
      if (const auto entry = map.find(key); entry != map.end()) hit = {entry->second, n};
    }
    return hit;
  }

  Map opposites_;
  Map negations_;
};

const PolarityTable& polarity_table() {
  static const PolarityTable table;
  return table;
}

}  // namespace

std::optional<PolarityAt> polarity_at(const std::vector<Lexeme>& sentence, std::size_t at) {
  const PolarityTable::Hit hit = polarity_table().opposite(sentence, at);
  if (hit.n_lexemes == 0) return std::nullopt;
  return PolarityAt{hit.entry.axis, hit.entry.side, hit.n_lexemes};
}

std::size_t negation_at(const std::vector<Lexeme>& sentence, std::size_t at) {
  return polarity_table().negation(sentence, at).n_lexemes;
}

int yes_or_no(std::string_view folded_word) {
  static constexpr auto kYes = std::to_array<std::string_view>(
      {"yes", "ja", "oui", "si", "sim", "да", "是", "はい", "yeah", "yep", "tak", "evet"});
  static constexpr auto kNo = std::to_array<std::string_view>(
      {"no", "nein", "non", "nao", "нет", "否", "nee", "nej", "nope", "hayir"});
  if (std::find(kYes.begin(), kYes.end(), folded_word) != kYes.end()) return 1;
  if (std::find(kNo.begin(), kNo.end(), folded_word) != kNo.end()) return -1;
  return 0;
}

}  // namespace ragsieve
