// The console in a real browser. A screen brings a file of flows: it is named here once.
import { test } from 'uvu'
import './flows/access.ts'
import './flows/buy.ts'
import './flows/data.ts'
import './flows/earnings.ts'
import './flows/keys.ts'
import './flows/licences.ts'
import './flows/log-in.ts'
import './flows/prices.ts'
import './flows/pages.ts'
import './flows/review.ts'
import './flows/safety.ts'
import './flows/spend.ts'
import './flows/team.ts'
import './flows/uploads.ts'

test.run()
