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
     "allowed allow allows permitted permit permits may can erlaubt darf durfen autorise permis "
     "permitido permite autorizado разрешено разрешается разрешен можно 允许 可以 許可",
     "cannot forbidden forbid forbids prohibited prohibit prohibits banned ban bans disallowed "
     "verboten "
     "untersagt interdit interdite defendu prohibido prohibe prohibida запрещено запрещается "
     "запрещен нельзя 禁止 不得"},
    {"direction",
     "increase increases increased increasing rise rises rose risen rising raise raises raised "
     "raising grow grows grew grown gain gains gained climb climbed steigt stieg stiegen erhoht "
     "steigen augmente augmenter augmentation hausse aumenta aumento aumentar sube subio "
     "увеличился увеличивается растет вырос выросла повышает повысился 提高 增加 上升 增长 升高",
     "decrease decreases decreased decreasing fall falls fell fallen falling lower lowers lowered "
     "lowering drop drops dropped decline declines declined reduce reduces reduced reducing sink "
     "sinks sinkt sank gesunken senkt reduziert verringert baisse baisser diminue diminuer "
     "disminuye disminuyo baja bajo reduce уменьшился уменьшается падает упал упала снижает "
     "снизился 降低 减少 下降 下跌"},
    {"order", "before prior vor avant antes до 之前 以前",
     "after afterwards nach apres despues "
     "после 之后 以后"},
    {"rank", "first erste erster ersten premier premiere primero primera первыи первая 第一",
     "last letzte letzter letzten dernier derniere ultimo ultima последнии последняя 最后"},
    {"open", "open opens opened geoffnet offnet ouvert ouverte abierto abierta открыт открыта 开放",
     "closed closes close geschlossen ferme fermee cerrado cerrada закрыт закрыта 关闭"},
    {"price",
     "free free_of_charge gratis kostenlos kostenfrei unentgeltlich gratuit gratuite gratuito "
     "gratuita бесплатно бесплатныи 免费",
     "pay pays paid fee kostenpflichtig payant payante платно платныи 收费 付费"},
    {"duty",
     "mandatory compulsory required obligatory must obligatorisch verpflichtend vorgeschrieben "
     "pflicht obligatoire obligatorio обязательно обязателен 必须 强制",
     "optional voluntary unnecessary freiwillig facultatif facultative opcional voluntario "
     "добровольно необязательно 可选 自愿"},
    {"bound",
     "at_least minimum no_less_than no_fewer_than mindestens wenigstens au_moins minimo al_menos "
     "по_меньшеи_мере минимум 至少 最少",
     "at_most maximum no_more_than up_to not_more_than hochstens maximal au_plus maximo a_lo_sumo "
     "не_более максимум 至多 最多"},
    {"content",
     "include includes included including contain contains enthalt inclus incluye "
     "содержит 包含 包括",
     "exclude excludes excluded excluding omit omits omitted lack lacks "
     "lacked исключает 不包括"},
    {"switch", "enable enables enabled activate activated aktiviert active включен включена 启用",
     "disable disables disabled deactivate deactivated deaktiviert desactive выключен выключена "
     "禁用"},
    {"outcome", "win wins won gewann gagne gano победил выиграл 赢",
     "lose loses lost verlor perdu perdio проиграл 输"},
    {"truth", "true correct right wahr richtig vrai verdadero cierto верно правда 正确",
     "false incorrect wrong falsch faux falso неверно ложь 错误"},
    {"place", "inside within indoors", "outside outdoors"},
    {"side", "left links gauche izquierda слева 左", "right_hand rechts droite derecha справа 右"},
    {"latitude", "north northern nord norte север 北", "south southern sud sued юг 南"},
    {"longitude", "east eastern ost восток 东", "west western oeste запад 西"},
    {"height", "above over higher uber oberhalb", "below under beneath unterhalb"},
    {"amount", "more mehr plus mas больше 更多", "less fewer weniger moins menos меньше 更少"},
    {"level", "high highest hoch eleve alto высокии", "low lowest niedrig faible basso низкии"},
    {"size", "large largest big biggest greatest", "small smallest little tiny"},
    {"length", "long longer longest", "short shorter shortest"},
    {"time", "early earlier earliest", "late later latest"},
    {"speed", "fast faster quick quickly rapidly", "slow slower slowly"},
    {"access", "public offentlich publique publico", "private privat prive privado confidential"},
    {"reach", "internal internally", "external externally"},
    {"heat", "hot warm heat heated", "cold cool cooled chilled"},
    {"state", "wet moist", "dry"},
    {"fill", "full", "empty"},
    {"answer", "accept accepts accepted approve approves approved grant granted",
     "reject rejects rejected deny denies denied refuse refuses refused"},
    {"frequency", "always immer toujours siempre всегда 总是",
     "never nie jamais nunca никогда 从不"},
    {"all", "everyone everybody all", "nobody none"},
    {"life", "alive survive survives survived living", "dead dies died killed deceased"},
    {"possible", "possible able capable moglich posible возможно 可能",
     "impossible unable incapable unmoglich imposible невозможно 不可能"},
    {"legal", "legal lawful", "illegal unlawful"},
    {"safe", "safe harmless secure", "dangerous harmful unsafe hazardous insecure toxic poisonous"},
    {"trade", "buy buys bought purchase purchased", "sell sells sold"},
    {"sign", "positive", "negative"},
    {"support", "support supports supported", "oppose opposes opposed"},
    {"success", "succeed succeeds succeeded success successful", "fail fails failed failure"},
    {"permanence", "permanent permanently", "temporary temporarily"},
    {"begin", "begin begins began start starts started",
     "end ends ended finish finished stop stops"},
    {"same", "same identical", "different distinct"},
    {"presence", "present", "absent missing"},
    {"verdict", "guilty", "innocent acquitted"},
    {"locked", "locked lock locks", "unlocked unlock unlocks"},
});

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
