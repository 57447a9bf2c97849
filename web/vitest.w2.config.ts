import base from './vitest.config.ts'

const b: any = base
const p = b.test.projects.find((x: any) => x.test.name === 'web-browser')
p.test.setupFiles = ['./w2-setup.ts']
b.test.projects = [p]
export default b
