// What providers do in the console, in a real browser: the other flows are in console.test.ts.
import { test } from 'uvu'
import './flows/data.ts'
import './flows/earnings.ts'
import './flows/keys.ts'
import './flows/licences.ts'
import './flows/notices.ts'
import './flows/prices.ts'
import './flows/review.ts'
import './flows/slow.ts'
import './flows/team.ts'
import './flows/uploads.ts'
import './flows/words.ts'

test.run()
