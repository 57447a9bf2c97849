import type { preparePicture as prepare } from '../ui/picture/prepare-picture.ts'

/** Stands for what makes photos smaller: the photos that are on their way, the oldest first; each gets ready when the test says so. */
export const held: { name: string; turns: number; ready: () => void }[] = []

export const isPicture = ({ type }: File) => type.startsWith('image/')
export const preparePicture: typeof prepare = (file, { turns }) =>
  new Promise((resolve) => {
    const ready = () => resolve({ file, width: 60, height: 80, hadLocation: false })
    held.push({ name: file.name, turns, ready })
  })

export const photo = (name: string) => new File(['photo'], name, { type: 'image/jpeg' })
