import type { Interference } from '../../contract/interference.ts';

/** Issue ratios of cores of one's own differ by 2 %; `native/core/contention.cpp` has the same limit. */
const ownUpTo = 1.1;
/** Nearly all samples on shared cores have so many times the ratio of those on cores of their own, or more. */
const sharedFrom = 1.2;

/** Why samples are contended. In a virtual machine the topology does not show which other guests use the core. */
export const coresShared = 'its physical cores were shared';

/**
 * What the processes of one session of measuring have seen of cores of their own, by the number of threads that were watched
 * together: the lowest issue ratio. A process whose cores are shared from its beginning on cannot know that alone.
 */
export class OwnIssueRatios {
  readonly #lowest = new Map<number, number>();

  see(found: Interference | undefined): void {
    const { watchedThreads: threads, ownIssueRatio, ownIssueRatioOfOne } = found ?? {};
    if (threads === undefined) return;
    this.#add(threads, ownIssueRatio);
    if (threads !== 1) this.#add(1, ownIssueRatioOfOne);
  }

  #add(threads: number, ratio: number | undefined): void {
    if (ratio === undefined || !(ratio > 0)) return;
    this.#lowest.set(threads, Math.min(ratio, this.#lowest.get(threads) ?? ratio));
  }

  /** The ratio of cores of its own of a team; undefined where none has been seen, or was that of one thread or of other teams. */
  #own(threads: number): number | undefined {
    const own = this.#lowest.get(threads);
    return own !== undefined && own <= ownUpTo * Math.min(...this.#lowest.values())
      ? own
      : undefined;
  }

  /** For the next case; absent before anything was seen. */
  known(): { readonly ownIssueRatios?: Readonly<Record<string, number>> } {
    return this.#lowest.size === 0 ? {} : { ownIssueRatios: Object.fromEntries(this.#lowest) };
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
    return this.#own(watchedThreads) !== undefined || !this.#lowest.has(watchedThreads);
  }
}
