// Shows only the rows of a table that have all words of a field. Without it the page shows all rows.
for (const box of document.querySelectorAll('main.site .table-box')) {
  const rows = [...box.querySelectorAll('tbody tr')];
  if (rows.length < 2) continue;
  const field = document.createElement('input');
  const count = document.createElement('output');
  const label = document.createElement('label');
  const line = document.createElement('p');
  field.type = 'search';
  field.className = 'input';
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/);
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
    const shown = rows.filter((row) => !row.hidden).length;
    count.textContent = shown < rows.length ? `${shown} of ${rows.length} rows` : '';
  });
  label.append(`Rows of "${box.getAttribute('aria-label')}" with `, field);
  line.className = 'filter';
  line.append(label, count);
  box.before(line);
}
