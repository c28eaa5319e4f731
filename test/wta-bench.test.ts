import { openTestApp } from './support/open-test-app.ts'
const rounds = 30
for (const what of ['open', 'signup', 'search']) {
  for (const n of [3, rounds]) {
    const b = process.cpuUsage(), w = performance.now()
    for (let i = 0; i < n; i++) {
      await using app = await openTestApp()
      if (what !== 'open') { const p = await app.signUp('Ada'); if (what === 'search') { const k = await app.key(p); const r = await app.call('POST','/v1/search',{as:k,body:{query:'hello world'}}); if (i===0) console.log(r.status) } }
    }
    const c = process.cpuUsage(b)
    console.log(what, n, 'cpu ms each', ((c.user + c.system) / 1000 / n).toFixed(1), 'user', (c.user/1000/n).toFixed(1), 'wall', ((performance.now() - w)/n).toFixed(1))
  }
}
