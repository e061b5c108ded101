/** RFC 4180, read on its own so that the product's reader is not its own judge: one record a row, by column name. */
export function readCsv(text: string): readonly Readonly<Record<string, string>>[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] !== '"') cell += text[at];
        else if (text[at + 1] === '"') {
          cell += '"';
          at += 1;
        } else break;
      }
      at += 1;
    } else {
      const end = /[,\r\n]|$/.exec(text.slice(at))?.index ?? 0;
      cell = text.slice(at, at + end);
      at += end;
    }
    row.push(cell);
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    while (text[at] === '\r' || text[at] === '\n') at += 1;
    rows.push(row);
    row = [];
  }
  const [head = [], ...body] = rows;
  return body.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ''])));
}
