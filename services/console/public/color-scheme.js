// Before the first paint: whoever chose a colour scheme does not see the other one flash up.
const kept = localStorage.getItem('headgate-color-scheme');
const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';
document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
