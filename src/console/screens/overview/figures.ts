import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { isOperator, may } from '../../app/session.ts'
import { everyDay, type Point } from '../../ui/day-chart.tsx'

type Analytics = Reply<'getProviderAnalytics'>

export type Rank = { id: string; name: string; credits: number }
export type Figures = Awaited<ReturnType<typeof askFigures>>

const ranksMax = 8

/** What a house earns, if it sells; else what it spends. */
export async function askFigures(signal: AbortSignal) {
  const until = { signal }
  const provider = await kontor.getProviderDashboard(undefined, until)
  const isSeller = provider.total_objects > 0
  const { total_objects: all, objects_pending_review: pending } = provider
  const isStuck = provider.objects_failed > 0 || all > pending + provider.objects_approved
  const isBuyer = !isSeller && may('billing:read')
  const [analytics, earnings, outlook, spend, byDataset, queue, datasets] = await Promise.all([
    isSeller ? kontor.getProviderAnalytics({}, until) : undefined,
    isSeller ? kontor.getEarnings({}, until) : undefined,
    isSeller && may('billing:read') ? kontor.getPayoutOutlook(undefined, until) : undefined,
    isBuyer ? kontor.getSpend({ group_by: 'day' }, until) : undefined,
    isBuyer ? kontor.getSpend({ group_by: 'dataset' }, until) : undefined,
    isOperator.value ? kontor.reviewQueue({ limit: 1 }, until) : undefined,
    isStuck && may('datasets:read') ? kontor.listDatasets({ limit: 100 }, until) : undefined,
  ])
  const points = analytics ? earned(analytics) : spend ? everyDay(spend) : []
  const ranks = byDataset ? spentBy(byDataset) : earnings ? earnedBy(earnings) : []
  const toReview = queue?.total ?? 0
  const stuck = datasets && stuckIn(datasets)
  return { provider, isSeller, analytics, outlook, spend, points, ranks, toReview, stuck }
}

const stuckStates = ['rejected', 'failed', 'expired'] as const
const stuckMax = 8

/** Where files do not go on by themselves, why, and how many. */
function stuckIn({ datasets }: Reply<'listDatasets'>) {
  return stuckStates
    .flatMap((state) =>
      datasets.map(({ dataset_id: id, name, object_states: of }) => {
        return { id, name, state, n: of[state] }
      }),
    )
    .filter(({ n }) => n > 0)
    .slice(0, stuckMax)
}

function earned({ series }: Analytics): Point[] {
  return series.map(({ date, seller_credits }) => ({ date, value: seller_credits }))
}

/** The server sorts them. */
function earnedBy({ datasets }: Reply<'getEarnings'>): Rank[] {
  return datasets.slice(0, ranksMax).map(({ dataset_id: id, name, seller_credits: credits }) => {
    return { id, name: name ?? id, credits }
  })
}

function spentBy({ groups }: Reply<'getSpend'>): Rank[] {
  return groups
    .flatMap(({ key, label, credits }) => (key === null ? [] : [{ id: key, name: label, credits }]))
    .filter(({ credits }) => credits > 0)
    .sort((a, b) => b.credits - a.credits)
}
