import { DomainError } from '../../../base/errors.ts'

/** RFC 6749, 5.2 and 4.1.2.1; RFC 7591, 3.2.2; RFC 8707, 2. */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

/** What a program that wants to be let in did wrong, in the words that such programs know. */
export class OAuthRefused extends DomainError {
  readonly code = 'oauth_refused'
  readonly error: OAuthError
  constructor(error: OAuthError, message: string) {
    super(message)
    this.error = error
  }
}
