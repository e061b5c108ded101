import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportRun } from '../../../src-main/core/export/export-run.ts';
import { ownerOf } from '../../../src-main/core/export/replacing.ts';
import { createSampleResults } from '../../../src-main/core/import/sample-results.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { cliPath, repositoryRoot } from '../../helpers/paths.ts';
import { readCsv } from '../../helpers/read-csv.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let store: Store;
let runId: string;
const home = temporaryFolder();
let out: string;

beforeAll(async () => {
  store = openStore(home);
  runId = store.importRun(await createSampleResults().read('udelar-scan')).id;
  out = join(home, 'd');
  for (const format of ['csv', 'parquet']) exportRun(store, runId, format, out);
});

afterAll(() => store.close());

type Row = Readonly<Record<string, unknown>>;

async function readParquet(name: string): Promise<readonly Row[]> {
  const bytes = readFileSync(join(out, name));
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return await parquetReadObjects({ file });
}

describe('Parquet', () => {
  it.each([
    ['cases.parquet', 'summary.csv'],
    ['samples.parquet', 'samples.csv'],
  ])('%s has the columns and cells of %s', async (parquet, csv) => {
    const rows = await readParquet(parquet);
    const wanted = readCsv(readFileSync(join(out, csv), 'utf8'));
    expect(rows).toHaveLength(wanted.length);
    expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(wanted[0] ?? {}));
    const differing = rows.flatMap((row, i) =>
      Object.entries(row).filter(([name, value]) => {
        const cell = wanted[i]?.[name] ?? '';
        if (value === null) return cell !== '';
        return typeof value === 'number' ? Number(cell) !== value : String(value) !== cell;
      }),
    );
    expect(differing.slice(0, 5)).toEqual([]);
  });

  it('has numbers, flags and texts as such, and names its run', async () => {
    const [first] = await readParquet('samples.parquet');
    expect(first).toMatchObject({ run: runId, case: 0, sample: 0, launch_included: false });
    expect([typeof first?.time_ns, typeof first?.n]).toEqual(['number', 'number']);
    expect(ownerOf(join(out, 'cases.parquet'))).toBe(runId);
  });
});

/** What a block of the page needs, and how it is run. */
const programs = [
  ['pandas', 'python', ['python3', '-c'], 'import pandas, pyarrow'],
  ['polars', 'python', ['python3', '-c'], 'import polars'],
  [
    'DuckDB',
    'sql',
    ['python3', '-c'],
    'import duckdb',
    (sql: string) => `import duckdb; print(duckdb.sql(${JSON.stringify(sql)}))`,
  ],
  ['R', 'r', ['Rscript', '-e'], 'TRUE'],
  [
    'All runs, by SQL',
    'python',
    ['python3', '-c'],
    'import sqlite3; sqlite3.connect("").execute("SELECT \'1\' ->> \'$\'")',
  ],
] as const;
const measuringCell = 'A cell that measures and shows its report';
const page = readFileSync(join(repositoryRoot, 'docs', 'notebooks.md'), 'utf8');

function blockOf(title: string, kind: string): string {
  const section = page.slice(page.indexOf(`## ${title}\n`));
  return new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? '';
}

/** Executes a notebook of one cell from standard input and prints what the cell displayed, as JSON. */
const notebook = `
import json, sys, nbformat, nbclient
book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(sys.stdin.read())])
nbclient.NotebookClient(book, timeout=240, kernel_name="python3").execute()
print(json.dumps([output.get("data", {}).get("text/html", output.get("text", "")) for output in book.cells[0].outputs]))
`;

function output([program, flag]: readonly [string, string], text: string): string {
  return execFileSync(program, [flag, text], { cwd: home, encoding: 'utf8', stdio: 'pipe' });
}

function runs(words: readonly [string, string], text: string): boolean {
  try {
    execFileSync(words[0], [words[1], text], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('docs/notebooks.md', () => {
  it('has a block for each program, and no other', () => {
    const titles = [...page.matchAll(/^## (.*)\n[^#]*?```(\w+)$/gm)].map(([, title, kind]) => [
      title,
      kind,
    ]);
    const wanted: string[][] = programs.map(([title, kind]) => [title, kind]);
    expect(titles).toEqual(wanted.toSpliced(-1, 0, [measuringCell, 'python']));
  });

  it.for(programs)('runs its block of %s', ([title, kind, words, needs, called], { skip }) => {
    if (!runs(words, needs)) skip(`${words[0]} with "${needs}" is not here`);
    const block = blockOf(title, kind);
    const variants = [...new Set(store.run(runId).cases.map(({ variant }) => variant))];
    const printed = output(words, called?.(block) ?? block);
    expect(variants.filter((variant) => printed.includes(variant))).not.toEqual([]);
  });
});

describe('the measuring cell', () => {
  const python = ['python3', '/usr/bin/python3'].find((name) =>
    runs([name, '-c'], 'import nbclient, ipykernel'),
  );

  it.skipIf(python === undefined || !existsSync(cliPath))(
    'runs in a notebook and shows the report (skipped without nbclient and ipykernel)',
    { timeout: 300_000 },
    () => {
      const folder = temporaryFolder();
      const start = join(folder, 'breakeven');
      writeFileSync(start, `#!/bin/sh\nexec "${process.execPath}" "${cliPath}" "$@"\n`, {
        mode: 0o755,
      });
      const block = blockOf(measuringCell, 'python');
      const quick = block.replace(
        '"sequential,omp-private"',
        '$&, "--samples", "20", "--repetitions", "3"',
      );
      expect(quick).not.toBe(block);
      const printed = execFileSync(python ?? '', ['-c', notebook], {
        ...{ cwd: folder, input: quick, encoding: 'utf8' },
        env: {
          ...process.env,
          PATH: `${folder}:${process.env.PATH}`,
          BREAKEVEN_HOME: join(folder, 'home'),
          JUPYTER_DATA_DIR: join(folder, 'jupyter'),
        },
      });
      const shown = JSON.parse(printed) as readonly string[];
      expect(shown.join('')).toContain('histogram');
      const frame = shown.find((text) => text.startsWith('<iframe srcdoc="'));
      expect(frame).toContain('&lt;!doctype html&gt;');
      expect(frame).toContain('omp-private');
    },
  );
});

describe('the views for other programs', () => {
  it('have a row a case, a time and a process, without the trash', async () => {
    const { openReadOnly } = await import('../../../src-main/core/store/read-only.ts');
    const raw = openReadOnly(join(home, 'breakeven.db'));
    const { cases } = store.run(runId);
    const count = (view: string): unknown =>
      raw.prepare(`SELECT count(*) FROM ${view}`).pluck().get();
    const columns = (view: string): unknown =>
      raw.prepare(`SELECT name FROM pragma_table_info('${view}')`).pluck().all();
    expect(count('breakeven_case')).toBe(cases.length);
    expect(count('breakeven_time')).toBe(
      cases.reduce((sum, { metrics }) => sum + Object.keys(metrics).length, 0),
    );
    const processes = [...store.allProcesses(runId).values()].flat();
    expect(count('breakeven_process')).toBe(processes.length);
    expect(processes.length).toBeGreaterThan(0);
    for (const view of ['breakeven_case', 'breakeven_time', 'breakeven_process']) {
      const listed = new RegExp(`\\| \`${view}\` \\| [^|]* \\| ([^|]*) \\|`).exec(page)?.[1] ?? '';
      expect([...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(columns(view));
    }
    store.trash(runId);
    expect(count('breakeven_case')).toBe(0);
    raw.close();
  });
});
