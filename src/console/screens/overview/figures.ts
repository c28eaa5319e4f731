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
  const isBuyer = !isSeller && may('billing:read')
  const isRefused = provider.objects_rejected > 0 && may('datasets:read')
  const [analytics, earnings, outlook, spend, byDataset, queue, datasets] = await Promise.all([
    isSeller ? kontor.getProviderAnalytics({}, until) : undefined,
    isSeller ? kontor.getEarnings({}, until) : undefined,
    isSeller && may('billing:read') ? kontor.getPayoutOutlook(undefined, until) : undefined,
    isBuyer ? kontor.getSpend({ group_by: 'day' }, until) : undefined,
    isBuyer ? kontor.getSpend({ group_by: 'dataset' }, until) : undefined,
    isOperator.value ? kontor.reviewQueue({ limit: 1 }, until) : undefined,
    isRefused ? kontor.listDatasets({ limit: 100 }, until) : undefined,
  ])
  const points = analytics ? earned(analytics) : spend ? everyDay(spend) : []
  const ranks = byDataset ? spentBy(byDataset) : earnings ? earnedBy(earnings) : []
  const toReview = queue?.total ?? 0
  const refused = datasets ? refusedIn(datasets) : []
  return { provider, isSeller, analytics, outlook, spend, points, ranks, toReview, refused }
}

const refusedMax = 5

/** Where files were rejected, and how many. */
function refusedIn({ datasets }: Reply<'listDatasets'>) {
  return datasets.filter(({ object_states: of }) => of.rejected > 0).slice(0, refusedMax)
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
