/** What a link to a heading names, as GitHub makes it: a link in data/manual leads there, too. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}
