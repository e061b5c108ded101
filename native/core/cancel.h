#pragma once

namespace breakeven {

/// One case is under way at a time, so one flag serves the process.
void request_cancel();
void clear_cancel();
bool cancel_requested();

/// Throws Cancelled once cancel() was called for the case under way. Long loops on the measuring
/// thread call it.
void check_cancelled();

/// Sleeps in slices, so that a cancel is seen within some milliseconds.
void sleep_seconds(double seconds);

}  // namespace breakeven
