import type { Random } from '../../src-main/stats/random.ts';
import type { Law } from '../stats/simulate.ts';

/** Pairs of laws that are not smooth near their crossing, as real programs are. */
export const kinks = ['launch', 'cache', 'launch and cache', 'switch'] as const;
export type Kink = (typeof kinks)[number];

/**
 * A program on the processor against one on a GPU, crossing once, at m = 1 where both take 1. What bends lies up to
 * one and a half steps of the sweep to either side of the crossing.
 *
 * - `launch`: o + c m against max(a, b m): launching hides the work until there is enough of it.
 * - `cache`: each further element costs `r` times as much once the cache is full, against a + b m.
 * - `launch and cache`: both of them.
 * - `switch`: one thread until there is enough work for several, which have to be woken, against a + b m.
 */
export function kinkedLaws(kink: Kink, step: number, random: Random): readonly [Law, Law] {
  for (;;) {
    const laws = drawLaws(kink, step, random);
    if (crossOnce(...laws)) return laws;
  }
}

function drawLaws(kink: Kink, step: number, random: Random): readonly [Law, Law] {
  const near = (): number => step ** (3 * random.uniform() - 1.5);
  const between = (low: number, high: number): number => low + (high - low) * random.uniform();
  const overhead = between(0.01, 0.3);
  const plain: Law = (m) => overhead + (1 - overhead) * m;
  const share = between(0.3, 0.95);
  const smooth: Law = (m) => share + (1 - share) * m;
  const filled = near();
  const dearer = between(1.5, 4);
  const cached: Law = (m) => overhead + m + (dearer - 1) * Math.max(0, m - filled);
  const saturated = near();
  const launched: Law = (m) => Math.max(1, m / saturated);
  switch (kink) {
    case 'launch':
      return [atOne(plain), atOne(launched)];
    case 'cache':
      return [atOne(cached), smooth];
    case 'launch and cache':
      return [atOne(cached), atOne(launched)];
    case 'switch': {
      const gentle = between(0.005, 0.05);
      const enough = near();
      const threads = between(2, 8);
      const waking = between(0.6, 1.1) * enough * (1 - 1 / threads);
      const small = 0.02 * enough;
      return [
        atOne((m) => (m < enough ? small + m : small + waking + m / threads)),
        atOne((m) => 1 + gentle * m),
      ];
    }
  }
}

function atOne(law: Law): Law {
  const scale = 1 / law(1);
  return (m) => scale * law(m);
}

/** The first wins below 1 and the second above it, by 3 % or more at a distance of a tenth. */
function crossOnce(steep: Law, flat: Law): boolean {
  for (let i = -350; i <= 350; i++) {
    const m = Math.exp(i / 50);
    const ahead = Math.log(flat(m) / steep(m));
    const wanted = Math.min(0.03, Math.abs(i / 50) * 0.3);
    if (i < 0 ? ahead < wanted : i > 0 && -ahead < wanted) return false;
  }
  return true;
}
