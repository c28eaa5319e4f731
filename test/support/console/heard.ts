import type { CDPSession } from 'puppeteer-core'

/** What of a screen is heard wrongly, or not at all, in the tree that the browser gives readers. */
export async function heardFlaws(client: CDPSession): Promise<string[]> {
  const nodes = await treeOf(client)
  const heard = nodes.filter(({ ignored }) => !ignored).map(partOf)
  const found = heard
    .filter(({ role, name }) => named.has(role) && name === '')
    .map(({ role }) => `a ${role} without a name`)
  const mains = heard.filter(({ role }) => role === 'main').length
  if (mains !== 1) found.push(`${mains} main landmarks`)
  let before = 0
  for (const { role, name, level } of heard) {
    if (role !== 'heading') continue
    if (before === 0 ? level !== 1 : level > before + 1) found.push(`'${name}' is of ${level}`)
    before = level
  }
  const has = (role: string) => heard.some((one) => one.role === role)
  const isTable = has('table') || has('grid')
  if (isTable && !has('columnheader') && !has('rowheader')) found.push('a table without headers')
  if (!heard.some(({ role, live }) => role === 'status' && live === 'polite')) {
    found.push('nothing is announced')
  }
  return found
}

const named = new Set([
  ...['button', 'checkbox', 'columnheader', 'combobox', 'dialog', 'figure', 'grid', 'image'],
  ...['link', 'meter', 'navigation', 'option', 'radio', 'region', 'searchbox', 'slider'],
  ...['spinbutton', 'switch', 'tab', 'textbox'],
])

type Node = Awaited<ReturnType<typeof treeOf>>[number]

async function treeOf(client: CDPSession) {
  return (await client.send('Accessibility.getFullAXTree')).nodes
}

function partOf({ role, name, properties = [] }: Node) {
  const of = (wanted: string) => properties.find((one) => one.name === wanted)?.value.value
  return {
    role: String(role?.value),
    name: String(name?.value ?? '').trim(),
    level: Number(of('level') ?? 0),
    live: of('live'),
  }
}
