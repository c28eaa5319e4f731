import type { AnyRoute } from '../route.ts'
import { beginSignIn, finishSignIn, listSignInProviders } from './oidc.ts'
import { endByProvider } from './oidc-logout.ts'
import { answerBrowserSignIn, askBrowserSignIn, confirmBrowserSession } from './second-factor.ts'
import { endBrowserSession, getBrowserSession, openBrowserSession } from './session.ts'

/** For the pages of this server alone, in the words of Surface B. */
export const consoleRoutes: readonly AnyRoute[] = [
  openBrowserSession,
  getBrowserSession,
  endBrowserSession,
  askBrowserSignIn,
  answerBrowserSignIn,
  confirmBrowserSession,
  listSignInProviders,
  beginSignIn,
  finishSignIn,
  endByProvider,
]
