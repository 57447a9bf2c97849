import type { Plugin } from 'vite'

const begins = 'function gradientGL(params) {'

/**
 * NiiVue computes the slopes of all values with every volume and every window, for lights that the viewer leaves off: a texture of four
 * bytes a voxel, sent empty, and two passes over it, most of a minute for 512 x 512 x 300 where no graphics card helps.
 */
export const niivueWithoutSlopes = (): Plugin => ({
  name: 'niivue-without-slopes',
  apply: 'build',
  transform: {
    filter: { id: /\/@niivue\/niivue\/build\/niivue\/index\.js$/ },
    handler: (code) => {
      if (code.split(begins).length !== 2) throw new Error('NiiVue computes slopes in another way now')
      return code.replace(
        begins,
        // What the whole function leaves bound.
        `function gradientGL({ gl, unusedVAO, paqdTexture, gradientTexture }) {
          gl.activeTexture(gl.TEXTURE8);
          gl.bindTexture(gl.TEXTURE_3D, paqdTexture);
          gl.bindVertexArray(unusedVAO);
          return gradientTexture;
        }
        function slopes(params) {`,
      )
    },
  },
})
