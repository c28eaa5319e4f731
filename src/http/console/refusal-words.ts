import type { Locale } from '../../domain/mail/index.ts'

/** Which of the pages a refusal stands on: what somebody wanted there. */
export type RefusedWish = 'connect' | 'logIn' | 'open'

export type RefusalWords = {
  readonly headings: Readonly<Record<RefusedWish, string>>
  /** A program that is not known, or not any more. */
  readonly unknownProgram: string
  /** What stands below is for whoever makes the program. */
  readonly wrongProgram: string
  readonly home: string
}

/** The sentence of a refusal is English, as it is for programs; what stands around it is not. */
export const refusalWordsIn: Readonly<Record<Locale, RefusalWords>> = {
  en: {
    headings: {
      connect: 'Not connected',
      logIn: 'Not logged in',
      open: 'This did not work',
    },
    unknownProgram: 'This program is not registered here, or not any more: connect it anew.',
    wrongProgram:
      'The program asked in a way that is not taken here. Nothing was connected. Begin anew in ' +
      'the program; where that does not help, tell whoever makes it:',
    home: 'Back to the start',
  },
  de: {
    headings: {
      connect: 'Nicht verbunden',
      logIn: 'Nicht angemeldet',
      open: 'Das hat nicht geklappt',
    },
    unknownProgram:
      'Dieses Programm ist hier nicht oder nicht mehr eingetragen. Verbinden Sie es neu.',
    wrongProgram:
      'Das Programm hat so gefragt, wie es hier nicht geht. Verbunden wurde nichts. Beginnen Sie ' +
      'im Programm von vorn. Hilft das nicht, sagen Sie dem Hersteller:',
    home: 'Zurück zum Anfang',
  },
  es: {
    headings: {
      connect: 'Sin conectar',
      logIn: 'Sesión no iniciada',
      open: 'Esto no ha funcionado',
    },
    unknownProgram: 'Este programa no está registrado aquí, o ya no lo está. Vuelva a conectarlo.',
    wrongProgram:
      'El programa lo ha pedido de un modo que aquí no se acepta. No se ha conectado nada. ' +
      'Empiece de nuevo en el programa; si no sirve, dígale esto a quien lo hace:',
    home: 'Volver al inicio',
  },
  fr: {
    headings: {
      connect: 'Non connecté',
      logIn: 'Session non ouverte',
      open: 'Cela n’a pas marché',
    },
    unknownProgram: 'Ce programme n’est pas inscrit ici, ou ne l’est plus. Connectez-le à nouveau.',
    wrongProgram:
      'Le programme l’a demandé d’une manière qui n’est pas admise ici. Rien n’a été connecté. ' +
      'Recommencez dans le programme\u202f; si cela n’aide pas, dites ceci à qui le fait\u202f:',
    home: 'Retour au début',
  },
}
