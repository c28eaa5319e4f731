import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useErrorBoundary } from 'preact/hooks'
import lazy from 'preact-iso/lazy'
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router'
import { speak, t } from '../i18n/index.ts'
import { LogIn } from '../screens/log-in/log-in.tsx'
import { Failed } from '../ui/parts.tsx'
import { address, root } from './address.ts'
import { Notices } from './announce.tsx'
import type { ScreenProps } from './screen.ts'
import { notYours, nowhere, screens, setUp } from './screens.ts'
import { entrance, isOperator, me } from './session.ts'
import { Shell } from './shell.tsx'

type Loader = () => Promise<ComponentType<ScreenProps>>

/**
 * Fetched when it is asked for, with the sentences of the language that is spoken. What does not
 * come, for want of a line or since there is a newer release, comes only when all is loaded anew:
 * a browser asks for no module twice.
 */
function fetched(load: Loader): ComponentType<ScreenProps> {
  return lazy(async () => {
    try {
      const screen = await load()
      await speak()
      return { default: screen }
    } catch {
      return { default: Missing }
    }
  }) as unknown as ComponentType<ScreenProps>
}

function Missing() {
  return <Failed error={new Error(t().states.missing)} again={reload} isScreen />
}

function reload(): void {
  location.reload()
}

const Nowhere = fetched(nowhere)
const SetUp = fetched(setUp)
const NotYours = fetched(notYours)

const routes = screens.map(({ path, load, isPublic, isOperators }) => {
  const screen = fetched(load)
  return {
    path: `${root}${path}`,
    component: ofOneThing(isOperators ? operatorsOnly(screen) : screen),
    isPublic,
  }
})

/** Another thing of the same kind is another screen: nothing stays of the one before. */
function ofOneThing(Screen: ComponentType<ScreenProps>): ComponentType<ScreenProps> {
  return (props) => <Screen key={Object.values(props.params).join('/')} {...props} />
}

/** Whoever is none, or is none any more, is told so kindly. The server has the last word. */
function operatorsOnly(Screen: ComponentType<ScreenProps>): ComponentType<ScreenProps> {
  return (props) => (isOperator.value ? <Screen {...props} /> : <NotYours {...props} />)
}

/** The house for who is known. Who is not sees what is for everybody, or is asked who they are. */
export function App() {
  return (
    <LocationProvider scope={new RegExp(`^${root}(/(?!oidc/)|$)`)}>
      <Address>{me.value === null ? <Outside /> : <Inside />}</Address>
      <Notices />
    </LocationProvider>
  )
}

/** Who comes in is told where they are: what they pressed is gone. */
let isComingIn = false

/** A place that has not come after so long is seen to be on its way. */
const atOnceMs = 300
let busy: ReturnType<typeof setTimeout> | undefined

function leaves(): void {
  hasCome()
  busy = setTimeout(() => say('true'), atOnceMs)
}

function hasCome(): void {
  clearTimeout(busy)
  say(null)
}

function say(isBusy: string | null): void {
  const main = document.querySelector('main')
  if (main) main.ariaBusy = isBusy
}

function Outside() {
  useEffect(() => {
    isComingIn = true
  }, [])
  const open = routes.filter(({ isPublic }) => isPublic)
  return <Rooms routes={open} otherwise={entrance.value?.setup ? SetUp : LogIn} />
}

function Inside() {
  useEffect(hasComeIn, [])
  return (
    <Shell>
      <Rooms routes={routes} otherwise={Nowhere} />
    </Shell>
  )
}

type RoomsProps = { routes: typeof routes; otherwise: ComponentType<ScreenProps> }

function Rooms({ routes, otherwise }: RoomsProps) {
  return (
    <Careful>
      <Router onRouteChange={begin} onLoadStart={leaves} onLoadEnd={hasComeIn}>
        {routes.map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route default component={otherwise} />
      </Router>
    </Careful>
  )
}

/** Says where we are to everybody who is no component. */
function Address({ children }: { children: ComponentChildren }) {
  const { url } = useLocation()
  const here = new URL(url, location.origin)
  if (here.href !== address.peek().href) address.value = here
  return <>{children}</>
}

/**
 * Whoever listens hears the name of the screen that has come; where there is one thing to do, the
 * keys are for that.
 */
function begin(): void {
  hasCome()
  const main = document.querySelector('main')
  const first = main?.querySelector<HTMLElement>('[data-first]')
  ;(first ?? main?.querySelector<HTMLElement>('h1'))?.focus()
}

function hasComeIn(): void {
  hasCome()
  if (!isComingIn || me.value === null || !document.querySelector('main h1')) return
  isComingIn = false
  begin()
}

/** A screen that breaks, or does not come, leaves the rest of the house standing. */
function Careful({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary()
  if (error) return <Failed error={error as Error} again={reload} />
  return <>{children}</>
}
