declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    /** The part of an axis of a variable font that stays. */
    variationAxes: Record<string, { min: number; max: number }>
    /** The OpenType features that stay. */
    keepFeatures: readonly string[]
  }
  const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>
  export default subsetFont
}
