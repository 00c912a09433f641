// One screened document for people: what screen_text.cc prints once a document.
#pragma once

#include "ragsieve/core/screen_records.h"
#include "ragsieve/report/report_options.h"
#include "ragsieve/report/text_page.h"

namespace ragsieve {

// Verdict, score, name, reasons, evidence. Sentences, questions and answers only where
// options.show_text; lists as long as options.list_limit. `brief`: of an admitted document only
// the headline, its notes, its conflicts and what could not be looked at.
[[nodiscard]] Status write_screen_document(const ScreenRecord& record, const ReportOptions& options,
                                           bool brief, TextPage& page);

}  // namespace ragsieve
