// What providers do with a whole dataset: who may see it, and that it ends and another comes.
import { breach, type Deed, type Market, refusedAsSuspended, told } from './acting.ts'
import type { Visibility } from './model.ts'
import type { Step } from './steps.ts'

const minuteMs = 60_000

export const datasetDeeds = {
  hide: (market, step) => setVisibility(market, step, 'private'),
  show: (market, step) => setVisibility(market, step, 'listed'),
  restrict: (market, step) => setVisibility(market, step, 'restricted'),
  async letIn(market, { a, b, fault }) {
    const { model, running } = market
    const [provider, buyer] = [a % 2, b % 2]
    const minute = Math.ceil(running.clock.nowMs() / minuteMs) * minuteMs
    const untilMs = b % 3 === 0 ? Number.POSITIVE_INFINITY : minute + (1 + (b % 90)) * minuteMs
    const isForEver = untilMs === Number.POSITIVE_INFINITY
    const { status } = await told(market, {
      what: `POST /v1/datasets/${running.datasets[provider]}/access`,
      as: running.providers[provider]?.token,
      body: {
        tenant_id: running.buyers[buyer]?.tenantId,
        expires_at: isForEver ? null : new Date(untilMs).toISOString(),
      },
      fault,
    })
    if (refusedAsSuspended(market, provider, status)) return undefined
    const isIn = (model.access[provider]?.get(buyer) ?? 0) > running.clock.nowMs()
    breach(status === (isIn ? 409 : 201), `a buyer was let in with ${status}`)
    if (isIn) return undefined
    model.access[provider]?.set(buyer, untilMs)
    return undefined
  },
  async putOut(market, { a, b, fault }) {
    const { model, running } = market
    const [provider, buyer] = [a % 2, b % 2]
    const { tenantId } = running.buyers[buyer] ?? {}
    const what = `DELETE /v1/datasets/${running.datasets[provider]}/access/${tenantId}`
    const { status } = await running.ask(what, { as: running.providers[provider]?.token, fault })
    if (refusedAsSuspended(market, provider, status)) return undefined
    const isIn = (model.access[provider]?.get(buyer) ?? 0) > running.clock.nowMs()
    const isSo = status === (isIn ? 204 : 404) || (fault !== undefined && status === 404)
    breach(isSo, `a buyer was put out with ${status}`)
    model.access[provider]?.delete(buyer)
    return undefined
  },
  async drop(market, { a, fault }) {
    const { model, running } = market
    const provider = a % 2
    const as = running.providers[provider]?.token ?? ''
    const what = `DELETE /v1/datasets/${running.datasets[provider]}`
    const { status } = await running.ask(what, { as, fault })
    if (refusedAsSuspended(market, provider, status)) return undefined
    const isGone = fault !== undefined && status === 404
    breach(status === 200 || isGone, `the end of a dataset was answered with ${status}`)
    for (const thing of model.things) if (thing.provider === provider) thing.isDropped = true
    const body = { name: `Shelf ${market.keys}`, visibility: 'listed' }
    const made = await told(market, { what: 'POST /v1/datasets', as, body })
    breach(made.status === 201, `a dataset was answered with ${made.status}`)
    running.datasets[provider] = made.body.data.dataset_id
    model.visibility[provider] = 'listed'
    model.access[provider] = new Map()
    model.isOpen[provider] = false
    for (const [buyer, allowed] of model.allowed.entries()) {
      model.allowed[buyer] = allowed?.filter((one) => one !== provider)
    }
    return undefined
  },
} satisfies Record<string, Deed>

async function setVisibility(market: Market, { a, fault }: Step, visibility: Visibility) {
  const { model, running } = market
  const provider = a % 2
  const { status } = await told(market, {
    what: `PATCH /v1/datasets/${running.datasets[provider]}`,
    body: { visibility },
    as: running.providers[provider]?.token,
    fault,
  })
  if (refusedAsSuspended(market, provider, status)) return undefined
  breach(status === 200, `the visibility of a dataset was refused with ${status}`)
  model.visibility[provider] = visibility
  return undefined
}
