import * as z from 'zod'
import { type DocumentName, documentNames } from '../openapi/openapi-text.ts'
import type { AnyRoute } from '../route.ts'
import { get } from '../route.ts'
import { ownFilesPolicy, prefixOf, sendHtml } from './page.ts'

type Link = { path: string; title: string }

const surfaces: Readonly<Record<DocumentName, Link>> = {
  a: { path: '/docs', title: 'Search and download' },
  b: { path: '/docs/management', title: 'Management' },
  c: { path: '/docs/wallets', title: 'Wallets and licences' },
}

/** The API reference: the OpenAPI document of a surface, drawn by Swagger UI from our own files. */
export const referencePages: readonly AnyRoute[] = documentNames.map(
  (name) =>
    get(surfaces[name].path, {
      id: `reference${name.toUpperCase()}`,
      summary: `The API reference: ${surfaces[name].title.toLowerCase()}`,
      tag: 'Documentation',
      access: 'none',
      reply: z.string(),
      errors: [],
      raw: true,
      media: ['text/html'],
      run: ({ http: { ctx, baseUrl } }) => {
        sendHtml(ctx, { html: pageOf(name, { prefix: prefixOf(baseUrl) }), policy: ownFilesPolicy })
      },
    }) as AnyRoute,
)

function pageOf(name: DocumentName, { prefix }: { prefix: string }): string {
  const link = ({ path, title }: Link) => `<a href="${prefix}${path}">${title}</a>`
  const links = documentNames.map((one) => {
    return one === name ? `<b>${surfaces[one].title}</b>` : link(surfaces[one])
  })
  const document = `/openapi/${name}.json`
  const others = [
    { path: '/docs/manual', title: 'Manual' },
    { path: '/docs/search', title: 'How to write a query' },
    { path: '/llms.txt', title: 'For agents' },
    { path: '/mcp/tools.json', title: 'MCP tools' },
    { path: document, title: 'OpenAPI' },
  ]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kontor API: ${surfaces[name].title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${prefix}/docs/assets/swagger-ui.css">
<link rel="stylesheet" href="${prefix}/docs/assets/reference.css">
<nav>
<strong>Kontor API</strong>
${[...links, ...others.map(link)].join('\n')}
</nav>
<div id="reference" data-document="${prefix}${document}"></div>
<noscript>
<p>The reference is drawn by a script.
${link({ path: document, title: 'The document' })} says the same.</p>
</noscript>
<script src="${prefix}/docs/assets/swagger-ui-bundle.js"></script>
<script src="${prefix}/docs/assets/reference.js"></script>
</html>
`
}
