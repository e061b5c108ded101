import type { Interference } from '../../contract/interference.ts';

/** Issue ratios of cores of one's own differ by 2 %; `native/core/contention.cpp` has the same limit. */
const ownUpTo = 1.1;
/** Nearly all samples on shared cores have so many times the ratio of those on cores of their own, or more. */
const sharedFrom = 1.2;

/** Why samples are contended, wherever it is said. */
export const coresShared = 'another hardware thread of its cores was busy';

/** Of so many processes, one whose ratio no other comes near has seen something else. */
const minProcesses = 4;

/** Two lowest ratios, and of how many processes. */
type Seen = { readonly lowest: number; readonly next: number; readonly processes: number };

/**
 * What the processes of one session of measuring have seen of cores of their own, by the number of threads that were watched
 * together: the lowest issue ratio. A process whose cores are shared from its beginning on cannot know that alone.
 */
export class OwnIssueRatios {
  readonly #seen = new Map<number, Seen>();

  see(found: Interference | undefined): void {
    const { watchedThreads: threads, ownIssueRatio, ownIssueRatioOfOne } = found ?? {};
    if (threads === undefined) return;
    this.#add(threads, ownIssueRatio);
    if (threads !== 1) this.#add(1, ownIssueRatioOfOne);
  }

  #add(threads: number, ratio: number | undefined): void {
    if (ratio === undefined || !(ratio > 0)) return;
    const none: Seen = {
      ...{ lowest: Number.POSITIVE_INFINITY, next: Number.POSITIVE_INFINITY },
      processes: 0,
    };
    const { lowest, next, processes } = this.#seen.get(threads) ?? none;
    this.#seen.set(threads, {
      lowest: Math.min(ratio, lowest),
      next: Math.min(next, Math.max(ratio, lowest)),
      processes: processes + 1,
    });
  }

  #own(threads: number): number | undefined {
    const seen = this.#seen.get(threads);
    if (seen === undefined) return undefined;
    const { lowest, next, processes } = seen;
    return processes >= minProcesses && next > ownUpTo * lowest ? next : lowest;
  }

  /** For the next case; absent before anything was seen. */
  known(): { readonly ownIssueRatios?: Readonly<Record<string, number>> } {
    if (this.#seen.size === 0) return {};
    const all = [...this.#seen.keys()].map((threads) => [threads, this.#own(threads)] as const);
    return { ownIssueRatios: Object.fromEntries(all) as Readonly<Record<string, number>> };
  }

  /** Why the cores of a repetition were not its own, as other processes show; null where nothing does. */
  sharedIn(found: Interference | null | undefined): string | null {
    const { watchedThreads, issueRatio } = found ?? {};
    if (watchedThreads === undefined || issueRatio === undefined) return null;
    const own = this.#own(watchedThreads);
    return own !== undefined && issueRatio >= sharedFrom * own
      ? `${coresShared} (issue ratio ${issueRatio.toFixed(2)}, ${own.toFixed(2)} in a process with cores of its own)`
      : null;
  }

  /**
   * Whether the cores of all threads of a repetition were watched and its own. Where no process of the session saw a team of this
   * size at the ratio of one thread, or of other teams, its cores are shared all the time, or of another kind.
   */
  areOwn(found: Interference | null | undefined): boolean {
    const { coresWatched = false, watchedThreads = 0 } = found ?? {};
    if (!coresWatched || this.sharedIn(found) !== null) return false;
    const own = this.#own(watchedThreads);
    const others = [...this.#seen.keys()].flatMap((threads) => this.#own(threads) ?? []);
    return own === undefined || own <= ownUpTo * (this.#own(1) ?? Math.min(...others));
  }
}
