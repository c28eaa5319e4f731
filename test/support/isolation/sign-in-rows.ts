// The rows of logging in and of what is logged in as oneself.
import {
  anothersCursor,
  badB,
  data,
  no,
  noSession,
  open,
  pagesOnly,
  type Row,
  sessionOnly,
} from './words.ts'

const noProvider = no('sign-in provider')

export const signIn: Record<string, Row> = {
  listSessions: {
    call: 'GET /v1/me/sessions?cursor={cursor}',
    needs: 'session',
    foreign: anothersCursor,
    narrow: sessionOnly,
  },
  endSession: {
    call: 'DELETE /v1/me/sessions/{session}',
    needs: 'session',
    foreign: noSession,
    narrow: sessionOnly,
  },
  endOtherSessions: {
    call: 'DELETE /v1/me/sessions',
    needs: 'session',
    foreign: data({ sessions_ended: 0 }),
    narrow: sessionOnly,
  },
  openBrowserSession: {
    call: 'POST /console/session',
    body: {},
    needs: 'nothing',
    foreign: open,
    narrow: open,
    always: pagesOnly,
  },
  getBrowserSession: {
    call: 'GET /console/session',
    needs: 'nothing',
    foreign: open,
    narrow: open,
    always: pagesOnly,
  },
  endBrowserSession: {
    call: 'DELETE /console/session',
    needs: 'session',
    foreign: pagesOnly,
    narrow: pagesOnly,
    always: pagesOnly,
  },
  listSignInProviders: {
    call: 'GET /console/oidc',
    needs: 'nothing',
    foreign: open,
    narrow: open,
    always: data({ providers: [] }),
  },
  beginSignIn: {
    call: 'GET /console/oidc/none/start',
    needs: 'nothing',
    foreign: open,
    narrow: open,
    always: noProvider,
  },
  finishSignIn: {
    call: 'GET /console/oidc/none/callback?state=x',
    needs: 'nothing',
    foreign: open,
    narrow: open,
    always: noProvider,
  },
  endByProvider: {
    call: 'POST /console/oidc/none/backchannel-logout',
    body: {},
    needs: 'nothing',
    foreign: open,
    narrow: open,
    always: badB({
      field: 'body',
      reason: 'content_type',
      message: 'The body must be a form: send content-type: application/x-www-form-urlencoded.',
    }),
  },
}
