import { render } from 'preact'
import './styles/index.css'
import { App } from './app/app.tsx'
import { watchConnection } from './app/offline.tsx'
import { askWhoIsThere, watchWindows } from './app/session.ts'
import { listenForShortcuts } from './app/shortcuts.ts'
import { preferredLocale, speak } from './i18n/index.ts'

listenForShortcuts()
watchConnection()
watchWindows()
await Promise.all([speak(preferredLocale()), askWhoIsThere()])
const app = document.getElementById('app') as HTMLElement
// What stood there meanwhile.
app.replaceChildren()
render(<App />, app)
