/** Spec 2.1: what a passage can be of. */
export const modalities = ['audio', 'image', 'video', 'document', 'text'] as const
export type Modality = (typeof modalities)[number]

/** Spec 2.2, Object: how it came. */
export const sources = ['upload', 'gdrive'] as const
export type Source = (typeof sources)[number]
