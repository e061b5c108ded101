#pragma once

namespace breakeven {

/// Whether this system runs under a hypervisor, whose other systems may use the other hardware
/// threads of its cores, which nothing here counts, and has cores of one kind: those of another
/// kind have another ratio.
bool cores_can_be_watched();

/// Time of independent integer operations, as many as a core can start, over that of a chain of
/// dependent ones; the maximum of a team of OpenMP threads. Both times follow the clock of the
/// core. The first alone takes 1.2 to 1.8 times as long where another hardware thread of the core
/// is busy (seen on AMD EPYC of the fourth generation). Takes about 10 us and no memory.
double issue_ratio(int threads);

}  // namespace breakeven
