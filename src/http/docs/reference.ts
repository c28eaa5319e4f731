import * as z from 'zod'
import { type DocumentName, documentNames } from '../openapi/openapi-text.ts'
import type { AnyRoute } from '../route.ts'
import { route } from '../route.ts'
import { prefixOf, sendHtml } from './page.ts'

const surfaces: Readonly<Record<DocumentName, { path: string; title: string }>> = {
  a: { path: '/docs', title: 'Search and download' },
  b: { path: '/docs/management', title: 'Management' },
  c: { path: '/docs/wallets', title: 'Wallets and licences' },
}

/**
 * Everything comes from this address, and nothing but the files beside the page runs. Styles may be
 * written into elements, as the reader of the documents does while it draws; pictures are in its
 * style sheet. It can ask this server alone, so a key that is tried here goes nowhere else.
 */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The API reference: the OpenAPI document of a surface, drawn by Swagger UI from our own files. */
export const referencePages: readonly AnyRoute[] = documentNames.map(
  (name) =>
    route({
      id: `reference${name.toUpperCase()}`,
      method: 'get',
      path: surfaces[name].path,
      summary: `The API reference: ${surfaces[name].title.toLowerCase()}`,
      tag: 'Documentation',
      access: 'none',
      status: 200,
      reply: z.string(),
      errors: [],
      raw: true,
      media: ['text/html'],
      run: ({ http: { ctx, baseUrl } }) => {
        sendHtml(ctx, { html: pageOf(name, { prefix: prefixOf(baseUrl) }), policy })
      },
    }) as AnyRoute,
)

function pageOf(name: DocumentName, { prefix }: { prefix: string }): string {
  const link = (...[path, text]: [path: string, text: string]) =>
    `<a href="${prefix}${path}">${text}</a>`
  const links = documentNames.map((one) => {
    const { path, title } = surfaces[one]
    return one === name ? `<b>${title}</b>` : link(path, title)
  })
  const document = `/openapi/${name}.json`
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
${links.join('\n')}
${link('/docs/search', 'How to write a query')}
${link('/llms.txt', 'For agents')}
${link('/mcp/tools.json', 'MCP tools')}
${link(document, 'OpenAPI')}
</nav>
<div id="reference" data-document="${prefix}${document}"></div>
<noscript>
<p>The reference is drawn by a script. ${link(document, 'The document')} says the same.</p>
</noscript>
<script src="${prefix}/docs/assets/swagger-ui-bundle.js"></script>
<script src="${prefix}/docs/assets/reference.js"></script>
</html>
`
}
