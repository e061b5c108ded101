import type { LabExcerpt } from '../../../src-main/contract/procedures/labs.ts';

/** The lines around the one that a message names, which is marked. */
export function Excerpt({ excerpt }: { readonly excerpt: LabExcerpt | null }) {
  if (excerpt === null) return null;
  const { file, line, lines } = excerpt;
  return (
    <section class="excerpt" aria-label={`${file}, line ${line}`}>
      {lines.map(({ number, text }) => (
        <div key={number} class={number === line ? 'named' : undefined}>
          <span class="line-number">{number}</span>
          <code>{text === '' ? ' ' : text}</code>
        </div>
      ))}
    </section>
  );
}

/** What the compiler printed, folded up. */
export function BuildLog({ log }: { readonly log: string }) {
  if (log.trim() === '') return null;
  return (
    <details>
      <summary>Compiler log</summary>
      <pre class="build-log">{log.trimEnd()}</pre>
    </details>
  );
}

const kinds: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'gap' };

type Props = { readonly name: string; readonly lines: readonly string[] };

/** Lines of a file that differ, marked by - and + in front. */
export function DifferenceLines({ name, lines }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by Tab
    <section class="difference" aria-label={`Difference of ${name}`} tabIndex={0}>
      {lines.map((line, at) => (
        <div key={`${at} ${line}`} class={kinds[line.charAt(0)]}>
          <code>{line === '' ? ' ' : line}</code>
        </div>
      ))}
    </section>
  );
}
