let webGl: boolean | undefined
/** Checked once: every check costs the page one of its few contexts. */
export const hasWebGl2 = () => {
  if (webGl === undefined) {
    const context = document.createElement('canvas').getContext('webgl2')
    context?.getExtension('WEBGL_lose_context')?.loseContext()
    webGl = context !== null
  }
  return webGl
}
