/** What the endpoints of a group are for, in the order in which they come in a document. */
const descriptions: Readonly<Record<string, string>> = {
  'API keys': 'Credentials for programs: making, narrowing and revoking them.',
  Access: 'Who may see a dataset: its visibility and its grants.',
  Accounts: 'Signing up, logging in, and who one is.',
  Administration: 'For platform administrators.',
  Assets: 'Files of the caller, and files on offer.',
  Balance: 'The SOL that the caller has here.',
  Billing: 'Plans, invoices, vouchers, and what was charged.',
  'Browser sessions': 'Logging in and out on pages of this server, by a cookie.',
  Catalog: 'Listed datasets, as buyers see them.',
  Datasets: 'Collections of files, with what they cost.',
  Documentation: 'Pages for people.',
  Downloads: 'Links that deliver a file once.',
  Events: 'What happened, as programs and people are told of it.',
  Folders: 'Files that lie on this server, and taking them into datasets.',
  Jobs: 'What the server still has to do for the caller.',
  MCP: 'The same operations for assistants.',
  Members: 'The people of a tenant, and their invitations.',
  MicroIP: 'Licences on assets, paid in SOL.',
  Notices: 'What a person is told of, and how.',
  Objects: 'Files of a dataset, with what was found in them.',
  Payouts: 'What providers earn, and when they are paid.',
  Proofs: 'What shows that the ledger was not changed.',
  Reporting: 'What was used, bought and earned.',
  Review: 'Files that wait for a decision.',
  Search: 'Finding passages and assets.',
  'Second factors': 'What people show besides a password, and being asked again.',
  Service: 'The state of the server.',
  'Signed URLs': 'Bytes in and out: the signature is the permission.',
  Uploads: 'Announcing, confirming and ending an upload.',
  Webhooks: 'Events of the tenant, sent to addresses of its programs.',
  Wallets: 'Addresses of the caller, and the proof that they are.',
}

type Tag = { name: string; description: string }

/** The groups of these endpoints, each once. */
export function tagsOf(routes: readonly { tag: string }[]): Tag[] {
  const names = [...new Set(routes.map(({ tag }) => tag))]
  return names.map((name) => ({ name, description: descriptionOf(name) }))
}

function descriptionOf(name: string): string {
  const description = descriptions[name]
  if (description === undefined) throw new Error(`the tag ${name} has no description`)
  return description
}
