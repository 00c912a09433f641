#include "ragsieve/text/units.h"

#include <array>
#include <string>
#include <unordered_map>

namespace ragsieve {
namespace {

constexpr double kMinute = 60;
constexpr double kHour = 3600;
constexpr double kDay = 86400;
constexpr double kYear = 365.25 * kDay;
constexpr double kMonth = kYear / 12;

struct UnitNames {
  std::string_view names;  // folded, one space between; "a_b" is two lexemes
  Unit unit;
};

constexpr auto kUnits = std::to_array<UnitNames>({
    {"ms millisecond milliseconds millisekunden", {"time", "ms", 1e-3}},
    {"sec second seconds sekunde sekunden seconde secondes segundo segundos секунд секунды "
     "секунда secondi secondo seconden 秒",
     {"time", "second", 1}},
    {"min mins minute minutes minuten minuto minutos минут минуты минута minuti minuut 分钟 分鐘",
     {"time", "minute", kMinute}},
    {"hr hrs hour hours std stunde stunden heure heures hora horas час часа часов ora ore uur uren "
     "小时 小時",
     {"time", "hour", kHour}},
    {"day days tag tage tagen jour jours journee dia dias день дня днеи giorno giorni dag dagen "
     "天 日",
     {"time", "day", kDay}},
    {"week weeks woche wochen semaine semaines semana semanas неделя недели недель settimana "
     "settimane weken 周 星期 个星期 週",
     {"time", "week", 7 * kDay}},
    {"times mal fois veces раз раза 次 遍", {"times", "times", 1}},
    {"fortnight fortnights", {"time", "week", 14 * kDay}},
    {"month months monat monate monaten mois mes meses месяц месяца месяцев mese mesi maand "
     "maanden 个月 個月 月",
     {"time", "month", kMonth}},
    {"quarter quarters quartal quartale trimestre trimestres 季度", {"time", "month", 3 * kMonth}},
    {"year years yr yrs jahr jahre jahren an ans annee annees ano anos год года лет anno anni jaar "
     "jaren 年",
     {"time", "year", kYear}},
    {"decade decades jahrzehnt jahrzehnte decada decadas", {"time", "year", 10 * kYear}},
    {"century centuries jahrhundert jahrhunderte siecle siecles siglo siglos",
     {"time", "year", 100 * kYear}},
    {"nm nanometre nanometres nanometer nanometers", {"length", "nm", 1e-9}},
    {"micrometre micrometres micron microns mikrometer", {"length", "um", 1e-6}},
    {"mm millimetre millimetres millimeter millimeters миллиметров 毫米", {"length", "mm", 1e-3}},
    {"cm centimetre centimetres centimeter centimeters centimetros сантиметров 厘米 公分",
     {"length", "cm", 1e-2}},
    {"metre metres meter meters metern metro metros метр метра метров metri 米 公尺",
     {"length", "m", 1}},
    {"km kilometre kilometres kilometer kilometers kilometern kilometros километр километра "
     "километров chilometri 公里 千米",
     {"length", "km", 1000}},
    {"inch inches zoll", {"length", "inch", 0.0254}},
    {"ft foot feet fuss", {"length", "foot", 0.3048}},
    {"yd yard yards", {"length", "yard", 0.9144}},
    {"mile miles meile meilen", {"length", "mile", 1609.344}},
    {"acre acres", {"area", "acre", 4046.8564224}},
    {"ha hectare hectares hektar", {"area", "ha", 1e4}},
    {"ug mcg microgram micrograms mikrogramm", {"mass", "ug", 1e-6}},
    {"mg milligram milligrams milligramm milligrammes miligramos миллиграмм 毫克",
     {"mass", "mg", 1e-3}},
    {"gram grams gramm gramme grammes gramo gramos грамм граммов grammi 克", {"mass", "g", 1}},
    {"kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramos килограмм "
     "килограммов 公斤 千克",
     {"mass", "kg", 1000}},
    {"ton tons tonne tonnes tonnen toneladas тонн тонны 吨", {"mass", "t", 1e6}},
    {"lb lbs", {"mass", "lb", 453.59237}},
    {"oz ounce ounces", {"mass", "oz", 28.349523125}},
    {"ml millilitre millilitres milliliter milliliters mililitros миллилитров 毫升",
     {"volume", "ml", 1e-3}},
    {"cl centilitre centilitres zentiliter", {"volume", "cl", 1e-2}},
    {"dl decilitre decilitres deziliter", {"volume", "dl", 0.1}},
    {"litre litres liter liters litern litro litros литр литра литров litri 升",
     {"volume", "l", 1}},
    {"gallon gallons", {"volume", "gallon", 3.785411784}},
    {"percent pct prozent porcentaje процент процента процентов procent percento % 百分比",
     {"%", "%", 1}},
    {"byte bytes octets", {"data", "B", 1}},
    {"kb kilobyte kilobytes", {"data", "kB", 1e3}},
    {"mb megabyte megabytes", {"data", "MB", 1e6}},
    {"gb gigabyte gigabytes", {"data", "GB", 1e9}},
    {"tb terabyte terabytes", {"data", "TB", 1e12}},
    {"mbit mbps megabit megabits", {"bits", "Mbit", 1e6}},
    {"gbit gbps gigabit gigabits", {"bits", "Gbit", 1e9}},
    {"hz hertz", {"frequency", "Hz", 1}},
    {"khz kilohertz", {"frequency", "kHz", 1e3}},
    {"mhz megahertz", {"frequency", "MHz", 1e6}},
    {"ghz gigahertz", {"frequency", "GHz", 1e9}},
    {"mw milliwatt milliwatts", {"power", "mW", 1e-3}},
    {"watt watts", {"power", "W", 1}},
    {"kw kilowatt kilowatts", {"power", "kW", 1e3}},
    {"kwh kilowattstunden", {"energy", "kWh", 1}},
    {"mv millivolt millivolts", {"voltage", "mV", 1e-3}},
    {"volt volts", {"voltage", "V", 1}},
    {"ma milliampere milliamperes milliamps", {"current", "mA", 1e-3}},
    {"microampere microamperes microamps", {"current", "uA", 1e-6}},
    {"ampere amperes amps", {"current", "A", 1}},
    {"bar bars", {"pressure", "bar", 1}},
    {"millibar millibars mbar hectopascal", {"pressure", "mbar", 1e-3}},
    {"degree degrees grad degres grados градусов", {"degree", "degree", 1}},
    {"celsius", {"celsius", "degree C", 1}},
    {"fahrenheit", {"fahrenheit", "degree F", 1}},
    {"euro euros eur евро € 欧元", {"EUR", "EUR", 1}},
    {"dollar dollars usd dolares долларов $ 美元", {"USD", "USD", 1}},
    {"pound pounds gbp £ pfund 英镑", {"pound", "pound", 1}},
    {"krone kroner kronen nok", {"NOK", "NOK", 1}},
    {"рубль рубля рублеи ₽", {"RUB", "RUB", 1}},
    {"yuan rmb ¥ 元 块", {"CNY", "CNY", 1}},
});

// Only right behind digits: elsewhere they are words or letters.
constexpr auto kSymbols = std::to_array<UnitNames>({
    {"h", {"time", "hour", kHour}},
    {"d", {"time", "day", kDay}},
    {"s", {"time", "second", 1}},
    {"m м", {"length", "m", 1}},
    {"g г", {"mass", "g", 1}},
    {"l л", {"volume", "l", 1}},
    {"w", {"power", "W", 1}},
    {"v", {"voltage", "V", 1}},
    {"°", {"degree", "degree", 1}},
});

class UnitTable {
 public:
  UnitTable() {
    for (const UnitNames& entry : kUnits) add(entry, words_);
    for (const UnitNames& entry : kSymbols) add(entry, symbols_);
  }
  [[nodiscard]] const Unit* word(const std::string& name) const { return find(words_, name); }
  [[nodiscard]] const Unit* symbol(const std::string& name) const { return find(symbols_, name); }

 private:
  using Map = std::unordered_map<std::string, Unit>;

  static const Unit* find(const Map& map, const std::string& name) {
    const auto entry = map.find(name);
    return entry == map.end() ? nullptr : &entry->second;
  }
  static void add(const UnitNames& entry, Map& map) {
    std::size_t at = 0;
    while (at < entry.names.size()) {
      const std::size_t end = std::min(entry.names.find(' ', at), entry.names.size());
      const std::string_view name = entry.names.substr(at, end - at);
      map.emplace(name, entry.unit);
      map.emplace(fold_word(name), entry.unit);
      at = end + 1;
    }
  }
  Map words_;
  Map symbols_;
};

const UnitTable& unit_table() {
  static const UnitTable table;
  return table;
}

// "per cent", "pour cent", "por ciento", "von hundert".
bool is_per_cent(const std::vector<Lexeme>& sentence, std::size_t at) {
  if (at + 1 >= sentence.size()) return false;
  const std::string& first = sentence[at].text;
  const std::string& second = sentence[at + 1].text;
  return (first == "per" && (second == "cent" || second == "cento")) ||
         (first == "pour" && second == "cent") ||
         (first == "por" && (second == "ciento" || second == "cento"));
}

// Degrees of an angle, of Celsius or of Fahrenheit are three dimensions.
UnitAt with_scale(const std::vector<Lexeme>& sentence, std::size_t at, const Unit& unit) {
  if (unit.dimension != "degree" || at + 1 >= sentence.size()) return UnitAt{unit, 1};
  const std::string& scale = sentence[at + 1].text;
  if (scale == "c" || scale == "celsius") return UnitAt{{"celsius", "degree C", 1}, 2};
  if (scale == "f" || scale == "fahrenheit") return UnitAt{{"fahrenheit", "degree F", 1}, 2};
  return UnitAt{unit, 1};
}

}  // namespace

std::optional<UnitAt> unit_at(const std::vector<Lexeme>& sentence, std::size_t at,
                              bool after_digits) {
  if (at >= sentence.size()) return std::nullopt;
  const UnitTable& table = unit_table();
  if (sentence[at].kind == LexemeKind::kIdeograph) {
    std::string joined;
    std::optional<UnitAt> longest;
    for (std::size_t n = 1; n <= 3 && at + n <= sentence.size(); ++n) {
      if (sentence[at + n - 1].kind != LexemeKind::kIdeograph) break;
      joined += sentence[at + n - 1].text;
      if (const Unit* unit = table.word(joined)) longest = UnitAt{*unit, n};
    }
    return longest;
  }
  if (is_per_cent(sentence, at)) return UnitAt{{"%", "%", 1}, 2};
  const std::string& text = sentence[at].text;
  if (after_digits) {
    if (const Unit* unit = table.symbol(text)) {
      return with_scale(sentence, at, *unit);
    }
  }
  if (const Unit* unit = table.word(text)) return with_scale(sentence, at, *unit);
  return std::nullopt;
}

}  // namespace ragsieve
