import { test } from 'uvu'
import { settingsFor } from './market-on-s3.ts'
import { shared } from './shared.ts'
import { smallS3 } from './small-s3.ts'
import { skipped, testS3Place } from './test-s3.ts'

type SmallS3 = Awaited<ReturnType<typeof smallS3>>

const place = await testS3Place()

/**
 * Facts that hold on a double of S3, and on a real server where there is one (`scripts/engines up
 * s3`): each with an application of its own that they share.
 */
export function onBothStores<T extends AsyncDisposable>(open: (settings: object) => Promise<T>) {
  const double = shared(async () => {
    const s3 = await smallS3()
    const it = await open(s3.settings)
    const close = it[Symbol.asyncDispose].bind(it)
    return Object.assign(it, {
      s3,
      async [Symbol.asyncDispose]() {
        await close()
        await s3[Symbol.asyncDispose]()
      },
    }) as T & { s3: SmallS3 }
  })
  const real = place && shared(() => open(settingsFor(place)))
  return {
    fact(title: string, check: (it: T) => Promise<void>): void {
      double.fact(`double: ${title}`, check)
      if (real) real.fact(`S3: ${title}`, check)
      else test(`S3: ${title} (${skipped})`, () => {})
    },
    /** What only a double can be told to do. */
    doubleFact: (title: string, check: (it: T & { s3: SmallS3 }) => Promise<void>): void =>
      double.fact(`double: ${title}`, check),
  }
}
