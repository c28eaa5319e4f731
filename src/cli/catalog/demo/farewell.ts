import { resolve } from 'node:path'
import { shellWord } from '../../../base/shell-word.ts'
import type { Cast, UploadedDocument } from './acts/story.ts'
import type { Party } from './stage.ts'

export type Farewell = {
  url: string
  dataDir: string
  cast: Cast
  buyerKey: Party
  example: UploadedDocument
}

/** What a person needs to go on by hand: the address, a key, and commands that work as printed. */
export function farewellLines({ url, dataDir, cast, buyerKey, example }: Farewell): string[] {
  const { reviewer, provider, buyer } = cast
  return [
    '',
    `The server stays up at ${url} (data in ${dataDir}). Ctrl-C ends it.`,
    '',
    `In a browser: ${url}/console/ as one of`,
    '',
    ...[reviewer, provider, buyer].map(
      ({ name, email, password }) => `  ${name.padEnd(9)} ${email}  ${password}`,
    ),
    '',
    'In another terminal:',
    '',
    `  export KONTOR=${url}`,
    `  export KEY=${buyerKey.credential}`,
    '',
    '  # a passage, its page and the marked terms',
    `  curl -sG "$KONTOR/search" -H "x-api-key: $KEY" -d highlight=true -d limit=3 \\`,
    '    --data-urlencode "q=zawór bezpieczeństwa"',
    '',
    '  # one asset with all its passages',
    `  curl -s "$KONTOR/asset/${example.objectId}" -H "x-api-key: $KEY"`,
    '',
    '  # a link for one download: the first fetch is charged, the second answers 410',
    '  LINK=$(curl -s "$KONTOR/download" -H "x-api-key: $KEY" \\',
    `    -H "content-type: application/json" -d '{"asset_id":"${example.objectId}"}' |`,
    `    sed 's/.*"url":"\\([^"]*\\).*/\\1/')`,
    `  curl -s -o ${example.file} "$LINK" && ls -l ${example.file}`,
    '  curl -s "$LINK"',
    '',
    'The sessions of the three, good for seven days, and the data folder (the manual uses them):',
    '',
    `  export PROVIDER=${provider.credential}`,
    `  export REVIEWER=${reviewer.credential}`,
    `  export BUYER=${buyer.credential}`,
    `  export KONTOR_DATA_DIR=${shellWord(resolve(dataDir))}`,
    '',
    `The interface to read and try: ${url}/docs; as OpenAPI: ${url}/openapi/a.json, b.json, c.json`,
    `The manual: ${url}/docs/manual`,
  ]
}

/** The same for programs. */
export function farewellData({ url, dataDir, cast, buyerKey, example }: Farewell) {
  const accounts = Object.entries(cast).map(([name, member]) => {
    const { email, password, tenantId: tenant_id, credential: session_token } = member
    return [name, { email, password, tenant_id, session_token }] as const
  })
  return {
    url,
    console_url: `${url}/console/`,
    data_dir: dataDir,
    buyer_key: buyerKey.credential,
    example_asset_id: example.objectId,
    accounts: Object.fromEntries(accounts),
  }
}
