export const noteMaxLength = 2_000
export const reasonMaxLength = 2_000
