// What a person does in the console, in a real browser. One browser for all of them: each person
// has a context of their own, and each flow ends with `quiet`.
import { openSharedBrowser } from '../browser.ts'
import { shared } from '../shared.ts'

export const { fact: flow } = shared(openSharedBrowser)
