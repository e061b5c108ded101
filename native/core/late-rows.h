#pragma once

#include <algorithm>
#include <string>

namespace breakeven {

/// Of executions in a row: what they take that is in no time, or nothing; and whether that could be
/// judged.
struct LateRows {
  std::string text{};
  bool judged = true;
};

/// Whether rows of executions are late because of what they do. On a device that other programs use
/// as well, right programs are late now and then, and so is known work: rows of it take turns with
/// those of the program. The program is late where all of its rows are, and at most a quarter of
/// the known ones. `row` gives what is wrong with one, or nothing; `known_is_late` takes one of
/// known work. The first row that is not late ends it.
template <class Row, class KnownIsLate>
LateRows judge_rows(int rows, const Row& row, const KnownIsLate& known_is_late) {
  LateRows late;
  int late_known = 0;
  for (int k = 0; k < rows; ++k) {
    late.text = row();
    if (late.text.empty()) return {};
    if (known_is_late()) ++late_known;
  }
  if (4 * late_known > rows) return {.text = {}, .judged = false};
  return late;
}

/// As many rows as half a second has time for, with as many of known work.
inline int rows_to_judge(double row_ns) {
  constexpr double limit_ns = 0.5e9;
  return static_cast<int>(std::clamp(limit_ns / (2 * row_ns), 5.0, 16.0));
}

}  // namespace breakeven
