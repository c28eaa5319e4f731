// One of several worlds of `scripts/soak settle`, in a process of its own: kills where it is told
// to, until whoever told it is gone.
import { moneyPoints, openMoneyWorld, type PointDone } from './settle.ts'

export type ToldWorld = { number: number; name: string } | 'finish'
export type WorldSays =
  | { is: 'ready' }
  | { is: 'done'; done: PointDone; folder: string | undefined }
  | { is: 'finished'; breaches: string[]; deeds: number; folder: string | undefined }

async function main([seed = '1', name = '']: string[]): Promise<void> {
  const gone = new Promise<void>((done) => process.once('disconnect', done))
  await using world = await openMoneyWorld({ seed, name })
  const say = (said: WorldSays) => void process.send?.(said)
  const keptFor = (breaches: string[]) => (breaches.length > 0 ? world.keep() : undefined)
  process.on('message', async (told: ToldWorld) => {
    if (told === 'finish') {
      const breaches = await world.finish()
      say({ is: 'finished', breaches, deeds: world.deeds(), folder: keptFor(breaches) })
      return
    }
    const point = moneyPoints.find((one) => one.name === told.name)
    if (!point) throw new Error(`there is no point ${told.name}`)
    const done = await world.run(told.number, point)
    say({ is: 'done', done, folder: keptFor(done.breaches) })
  })
  say({ is: 'ready' })
  await gone
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
