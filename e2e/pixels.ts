import type { Locator } from '@playwright/test'

type Spot = { x: number; y: number; count: number }

type Color = [r: number, g: number, b: number]
type Wanted = { least: Color; most: Color; isGray: boolean }

const find = async (picture: Locator, all: readonly Wanted[]) => {
  const png = (await picture.screenshot()).toString('base64')
  return picture.page().evaluate(
    async ({ png, all }): Promise<Spot[]> => {
      const image = new Image()
      image.src = `data:image/png;base64,${png}`
      await image.decode()
      const { width, height } = image
      const pen = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
      pen?.drawImage(image, 0, 0)
      const { data } = pen!.getImageData(0, 0, width, height)
      return all.map(({ least, most, isGray }) => {
        let [x, y, count] = [0, 0, 0]
        for (let n = 0; n < width * height; n++) {
          const [r = 0, g = 0, b = 0] = data.subarray(n * 4, n * 4 + 3)
          if (isGray && (r !== g || g !== b)) continue
          if (![r, g, b].every((one, channel) => one >= least[channel]! && one <= most[channel]!)) continue
          count++
          x += (n % width) / width - 0.5
          y += Math.floor(n / width) / height - 0.5
        }
        return { x: (2 * x) / count, y: (2 * y) / count, count }
      })
    },
    { png, all },
  )
}

/**
 * Where the gray pixels of each range of brightness lie in a picture, as a part of its half width and height from its middle: right and
 * below are positive.
 */
export const spotsIn = (picture: Locator, ...ranges: [least: number, most: number][]) =>
  find(
    picture,
    ranges.map(([least, most]) => ({ least: [least, least, least], most: [most, most, most], isGray: true })),
  )

/** Where pixels of these colors lie, as `spotsIn` counts. */
export const colorsIn = (picture: Locator, ...colors: Color[]) =>
  find(
    picture,
    colors.map(([r, g, b]) => ({ least: [r - 20, g - 20, b - 20], most: [r + 20, g + 20, b + 20], isGray: false })),
  )
