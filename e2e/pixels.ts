import type { Locator } from '@playwright/test'

type Spot = { x: number; y: number; count: number }

/**
 * Where the gray pixels of each range of brightness lie in a picture, as a part of its half width and height from its middle: right and
 * below are positive.
 */
export const spotsIn = async (picture: Locator, ...ranges: [least: number, most: number][]) => {
  const png = (await picture.screenshot()).toString('base64')
  return picture.page().evaluate(
    async ({ png, ranges }): Promise<Spot[]> => {
      const image = new Image()
      image.src = `data:image/png;base64,${png}`
      await image.decode()
      const { width, height } = image
      const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
      pen?.drawImage(image, 0, 0)
      const { data } = pen!.getImageData(0, 0, width, height)
      return ranges.map(([least, most]) => {
        let [x, y, count] = [0, 0, 0]
        for (let n = 0; n < width * height; n++) {
          const [r = 0, g = 0, b = 0] = data.subarray(n * 4, n * 4 + 3)
          if (r !== g || g !== b || r < least || r > most) continue
          count++
          x += (n % width) / width - 0.5
          y += Math.floor(n / width) / height - 0.5
        }
        return { x: (2 * x) / count, y: (2 * y) / count, count }
      })
    },
    { png, ranges },
  )
}
