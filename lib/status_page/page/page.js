setInterval(async () => {
    const answer = await fetch("status.json");
    document.getElementById("page").textContent = JSON.stringify(await answer.json(), null, 1);
}, 1000);
