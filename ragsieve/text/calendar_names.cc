#include "ragsieve/text/calendar_names.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "ragsieve/text/lexemes.h"

namespace ragsieve {
namespace {

using NameMap = std::unordered_map<std::string, int>;

constexpr auto kMonths = std::to_array<std::string_view>(
    {"january jan januar janner janvier enero gennaio janeiro januari январь января январе",
     "february feb februar fevrier febrero febbraio fevereiro februari февраль февраля феврале",
     "march marz mars marzo marco maart март марта марте",
     "april apr avril abril aprile апрель апреля апреле",
     "may mai mayo maggio maio mei май мая мае",
     "june jun juni juin junio giugno junho июнь июня июне",
     "july jul juli juillet julio luglio julho июль июля июле",
     "august aug aout agosto augustus август августа августе",
     "september sep sept septembre septiembre settembre setembro сентябрь сентября сентябре",
     "october oct oktober octobre octubre ottobre outubro октябрь октября октябре",
     "november nov novembre noviembre novembro ноябрь ноября ноябре",
     "december dec dezember decembre diciembre dicembre dezembro декабрь декабря декабре"});

constexpr auto kWeekdays = std::to_array<std::string_view>(
    {"monday mondays montag montags lundi lundis lunes lunedi maandag понедельник понедельникам",
     "tuesday tuesdays dienstag dienstags mardi mardis martes martedi dinsdag вторник вторникам",
     "wednesday wednesdays mittwoch mittwochs mercredi mercredis miercoles mercoledi woensdag "
     "среда "
     "среду средам",
     "thursday thursdays donnerstag donnerstags jeudi jeudis jueves giovedi donderdag четверг "
     "четвергам",
     "friday fridays freitag freitags vendredi vendredis viernes venerdi vrijdag пятница пятницу "
     "пятницам",
     "saturday saturdays samstag samstags sonnabend samedi samedis sabado sabados sabato zaterdag "
     "суббота субботу субботам",
     "sunday sundays sonntag sonntags dimanche dimanches domingo domingos domenica zondag "
     "воскресенье воскресеньям"});

template <std::size_t n>
NameMap names_of(const std::array<std::string_view, n>& lists) {
  NameMap map;
  for (std::size_t i = 0; i < n; ++i) {
    const std::string_view list = lists[i];
    std::size_t at = 0;
    while (at < list.size()) {
      const std::size_t end = std::min(list.find(' ', at), list.size());
      map.emplace(fold_word(list.substr(at, end - at)), static_cast<int>(i) + 1);
      at = end + 1;
    }
  }
  return map;
}

int find(const NameMap& map, std::string_view word) {
  const auto entry = map.find(std::string(word));
  return entry == map.end() ? 0 : entry->second;
}

}  // namespace

int month_of(std::string_view folded_word) {
  static const NameMap months = names_of(kMonths);
  return find(months, folded_word);
}

int weekday_of(std::string_view folded_word) {
  static const NameMap weekdays = names_of(kWeekdays);
  return find(weekdays, folded_word);
}

}  // namespace ragsieve
