// kill -9 at the others of thirty points: a life of its own, so that no file takes too long.
import { test } from 'uvu'
import { testHalf } from '../support/kill-half.ts'

await testHalf('second')

test.run()
