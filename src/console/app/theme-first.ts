// Runs before anything is drawn: whoever chose colours does not see the others first.
const chosen = localStorage.getItem('kontor.theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
