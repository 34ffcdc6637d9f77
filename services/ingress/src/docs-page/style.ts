/** The page's own style, light and dark. Nothing is fetched. */
export const style = `
:root { color-scheme: light dark; --line: light-dark(#d8dbe0, #3a3f46); --soft: light-dark(#5a6069, #a6adb7);
  --ground: light-dark(#ffffff, #16181c); --raised: light-dark(#f5f6f8, #1f2227); --text: light-dark(#16181c, #e8eaed);
  --link: light-dark(#0b5cad, #7db7f5) }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif }
a { color: var(--link) }
main, header { max-width: 60rem; margin: 0 auto; padding: 1rem }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none }
h2 { margin: 2.5rem 0 .5rem; border-bottom: 1px solid var(--line) }
h4 { margin: 1rem 0 .25rem }
details { border: 1px solid var(--line); border-radius: 6px; margin: .4rem 0; padding: 0 .75rem }
details[open] { padding-bottom: .75rem; background: var(--raised) }
summary { cursor: pointer; padding: .5rem 0; overflow-wrap: anywhere }
summary span, small, p { color: var(--soft) }
summary b { display: inline-block; min-width: 4.5rem }
.post { color: light-dark(#136f3d, #6fd49c) } .get { color: light-dark(#0b5cad, #7db7f5) }
.put { color: light-dark(#8a5200, #f0b65b) } .delete { color: light-dark(#b3261e, #ff9b93) }
ul { padding-left: 1.25rem } li { overflow-wrap: anywhere } em { font-size: .85em }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--ground) }
code { font-family: ui-monospace, monospace; font-size: .9em }
`;
