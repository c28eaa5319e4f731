declare module 'postject' {
  type Options = { sentinelFuse?: string; machoSegmentName?: string }
  export const inject: (
    ...what: [file: string, resource: string, data: Buffer, options?: Options]
  ) => Promise<void>
}
