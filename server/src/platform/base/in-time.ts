/** What comes of it, unless that takes longer: then it fails. The work itself goes on. */
export const inTime = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms).unref()
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
