type Order = { decisions: string; version: string; since: number }

/** What is new, by the decisions after the one with that number: each with its first sentences. */
export function notesOf({ decisions, version, since }: Order): string {
  const entries = decisions
    .split(/^## /m)
    .slice(1)
    .map((entry) => /^(\d+)\. (.*) \((.*?)\)[ *]*\n+([\s\S]*)/.exec(entry))
    .filter((found) => found !== null)
    .filter(([, number]) => Number(number) > since)
  const lines = entries.map(([, number, title, date, text = '']) => {
    const [paragraph = ''] = text.split(/\n\n|^\|/m)
    return `## ${title}\n\n${paragraph.trim()}\n\n(decision ${number}, ${date})\n`
  })
  const head = `# Kontor ${version}\n\n${entries.length} decisions since number ${since}.\n`
  return [head, ...lines].join('\n')
}
