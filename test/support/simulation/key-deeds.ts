// What buyers do with their keys: what one may see is narrowed and widened, and another follows it.
import { breach, changeKey, type Deed, isKnown, refusedBuyer, told } from './acting.ts'

export const keyDeeds = {
  async narrow(market, { a, b, fault }) {
    const { model, running } = market
    const [buyer, provider] = [a % 2, b % 3]
    // The third is none.
    const datasetId = running.datasets.slice(0, 2)[provider]
    const wanted = datasetId === undefined ? [] : [provider]
    const { status } = await changeKey(market, {
      buyer,
      body: { dataset_access_mode: 'allow_list', dataset_ids: wanted.map(() => datasetId) },
      fault,
    })
    if (refusedBuyer(market, buyer, status)) return undefined
    const isOpen = model.isOpen[provider] === true && isKnown(market, provider, buyer)
    // What is on the list already may stay, whatever became of it.
    const isSame = model.allowed[buyer]?.includes(provider) === true
    const isThere = wanted.length === 0 || isOpen || isSame
    breach(status === (isThere ? 200 : 400), `an allow list was answered with ${status}`)
    if (isThere) model.allowed[buyer] = wanted
    return undefined
  },
  async widen(market, { a, fault }) {
    const buyer = a % 2
    const body = { dataset_access_mode: 'all_available' }
    const { status } = await changeKey(market, { buyer, body, fault })
    if (refusedBuyer(market, buyer, status)) return undefined
    breach(status === 200, `a key that may see everything was refused with ${status}`)
    market.model.allowed[buyer] = undefined
    return undefined
  },
  async rotate(market, { a, fault }) {
    const { model, running } = market
    const buyer = a % 2
    const one = running.buyers[buyer]
    if (!one) return undefined
    const body = { name: 'the next one', scopes: ['datasets:read', 'search:query'] }
    const made = await told(market, { what: 'POST /v1/api-keys', as: one.token, body, fault })
    if (refusedBuyer(market, buyer, made.status)) return undefined
    breach(made.status === 201, `a key was refused with ${made.status}`)
    const what = `DELETE /v1/api-keys/${one.keyId}`
    const { status } = await running.ask(what, { as: one.token, fault })
    breach(status < 300 || fault !== undefined, `the end of a key was answered with ${status}`)
    const old = await running.ask('GET /search?q=valve', { as: one.key })
    breach(old.status === 401, `a key that was ended was answered with ${old.status}`)
    one.key = made.body.data.key
    one.keyId = made.body.data.api_key_id
    model.keyNo[buyer] = (model.keyNo[buyer] ?? 0) + 1
    model.allowed[buyer] = undefined
    model.budgets[buyer] = undefined
    model.spent[buyer] = new Map()
    return undefined
  },
} satisfies Record<string, Deed>
