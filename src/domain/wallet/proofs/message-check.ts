/** Whether a signature is one over this message, by whoever has the key of the address. */
export type MessageCheck = (message: string) => boolean
