# Português (do Brasil, sem gírias). Tratamento: você. A ordem é a de en.ftl.

## Every page

nav-label = Sua conta
confirm-button = Para confirmar, pressione “{ $button }” mais uma vez.
nav-profile = Perfil
nav-tracks = Suas faixas
nav-connected-apps = Aplicativos conectados
nav-apps = Seus aplicativos
nav-access-servers = Servidores de acesso
sign-out = Sair
sign-in = Entrar
create-account = Criar uma conta
verified-title = Verificado
verified = verificado
app-calls-itself = Ele se apresenta como “{ $app }”. Este nome não foi verificado.
back-to-app = Voltar para { $app }
link-leads-to = Este aplicativo não foi verificado. O link leva a { $host }.

## Sign in, sign up

sign-in-to-continue = para continuar em { $app }
sign-in-lead = com sua conta de música
sign-in-new = Primeira vez aqui?
sign-up-lead = para a sua música
sign-up-have = Já tem uma conta?
sign-up-button = Criar conta
handle = Nome de usuário
handle-rule = Você entra com ele, e outras pessoas encontram você por ele. É público e não pode ser alterado.
name = Nome
name-rule = Todos podem ver. Você pode alterá-lo depois.
password = Senha
password-forgotten = Esqueceu?
password-show = Mostrar
password-hide = Ocultar
password-rule = Pelo menos 8 caracteres. Várias palavras é o ideal.
password-stays = Sua senha fica aqui.
password-stays-from-app = O aplicativo nunca a vê.

sign-in-mismatch = Esse nome de usuário e essa senha não correspondem. Confira os dois e tente de novo.
sign-in-incomplete = Digite seu nome de usuário e sua senha.
sign-in-no-space = No momento, o serviço não consegue aceitar entradas, porque está sem espaço. Tente mais tarde.
sign-up-no-space = No momento, o serviço não consegue criar contas, porque está sem espaço. Tente mais tarde.
too-many-attempts = Tentativas demais. Aguarde { $minutes ->
        [1] um minuto
       *[other] { $minutes } minutos
    } e tente de novo.
too-many-sign-ups = Cadastros demais a partir da sua rede. Aguarde { $minutes ->
        [1] um minuto
       *[other] { $minutes } minutos
    } e tente de novo.
handle-characters = Um nome de usuário tem de 1 a 30 letras (a–z), algarismos, “_”, “-” ou “.”, e começa com uma letra ou um algarismo.
handle-reserved = { $handle } está reservado para o serviço. Escolha outro nome de usuário.
handle-taken = O nome de usuário { $handle } já está em uso. Escolha outro.
name-empty = Digite um nome.
name-too-long = Um nome tem no máximo 50 caracteres.
name-characters = O nome tem caracteres invisíveis ou que mudam sua direção. Retire-os.
password-form = Uma senha tem pelo menos 8 caracteres e no máximo 1.024 bytes, sem tabulações e outros caracteres de controle.
password-common = Esta é uma das senhas mais comuns, que os invasores tentam primeiro. Escolha outra.

## Consent

consent-continue = Continuar em { $app }?
consent-allow = Permitir { $app }?
consent-wants = { $app } quer usar sua conta
consent-known = Você já permitiu este aplicativo antes, em { $host }.
consent-another-account = Usar outra conta
consent-not-you = Não é você?
consent-scopes = O que ele pode fazer
consent-lets = Com isso, { $app } pode:
consent-writes = Ele pode fazer isso na sua ausência, até que você o remova. Ele não pode mudar sua senha e nunca a vê.
consent-reads = Ele não pode alterar suas faixas, sua biblioteca nem sua conta, e nunca vê sua senha.
consent-opens-app = Os dois botões abrem o aplicativo em { $host }.
consent-leads-to = Os dois botões levam a { $host }.
consent-not-reviewed = Este serviço não avaliou o aplicativo, e o nome foi escolhido pelo desenvolvedor dele.
consent-know-address = Continue somente se conhecer este endereço.
consent-deny = Não permitir
consent-cancel = Cancelar
consent-approve = Permitir
consent-continue-as = Continuar como { $handle }
consent-signed-in = Você entrou
consent-nothing-shared = Nada foi compartilhado
consent-close = Você pode fechar esta janela.
consent-needs-script = Para permitir é preciso JavaScript, que impede que outras páginas levem você a permitir sem querer.

scope-profile = ver seu perfil: nome, nome de usuário e imagem
scope-library = ver as faixas da sua biblioteca
scope-own-tracks = ver suas próprias faixas e envios, inclusive os ocultos, e quantas vezes suas faixas são tocadas
scope-play = tocar as faixas que você pode ouvir, dizer aos servidores de acesso delas quem você é e aceitar convites ali
scope-upload = enviar faixas em seu nome e excluir envios que nenhuma faixa usa
scope-change = alterar todas as suas faixas, não só as que ele adicionou: título, texto, gênero e capa
scope-gate = restringir o acesso a todas as suas faixas e tornar públicas para todos as restritas
scope-hide = ocultar todas as suas faixas
scope-delete = excluir de vez as faixas que ele adicionou
scope-access = decidir nos servidores de acesso quem pode ouvir suas faixas
scope-save = adicionar faixas à sua biblioteca e removê-las

## After a login

response-reason = { $app } recebe o motivo. Se o aplicativo não abrir, use o botão.
response-opens = O aplicativo em { $host } será aberto.

end-session-question = Sair da sua conta?
end-session-still = Você ainda está conectado aqui, então a próxima entrada em um aplicativo neste navegador não pede senha.
end-session-stay = Continuar conectado
end-session-leads-back = Os dois botões levam de volta a { $app } em { $host }.
end-session-own-tab = Para voltar a um aplicativo, use a própria aba ou janela dele.
end-session-done-title = Você saiu
end-session-done = Você saiu da conta
end-session-no-user = Ninguém está conectado a este serviço neste navegador.
end-session-again = Entrar de novo

## Home

home-title = Contas de música
home-heading = Entre em aplicativos com sua conta de música
home-lead = Este é um serviço { $service }. Ele guarda as contas e pergunta a você antes que um aplicativo possa usar a sua. Os aplicativos nunca veem sua senha.
home-account = Perfil, senha, faixas e os aplicativos que podem agir por você
home-sign-up = Um nome de usuário, um nome e uma senha
home-developers = Para desenvolvedores
home-register = Registrar um aplicativo em que os usuários entram
home-api = API HTTP
home-openapi = O documento OpenAPI deste serviço
home-contact = Dúvidas? Escreva para { $link }.

## Connected apps

connected-removed = O aplicativo foi removido. Ele não pode mais agir por você e precisa perguntar antes de poder de novo.
connected-none = Nenhum aplicativo pode agir por você. Cada um precisa perguntar a você primeiro.
connected-no-more = Não há mais aplicativos.
connected-lead = Estes aplicativos podem agir por você. Se você remover um, ele é desconectado na hora.
connected-can = Ele pode:
connected-since = Permitido desde
connected-last-active = Última atividade
connected-never = nunca
connected-status = Estado
connected-signed-in = conectado
connected-server = desconectado, mas o servidor dele ainda pode agir por você
connected-signed-out = desconectado
connected-remove = Remover
connected-more = Mais aplicativos
connected-first = Primeiros aplicativos

## Your account

account-heading = Sua conta
account-name-rule = Todos podem ver. Seu nome de usuário, { $handle }, não muda.
account-save-name = Salvar nome
account-picture = Imagem
account-picture-rule = Um arquivo PNG ou JPEG de no máximo 5 MB. A imagem é cortada em um quadrado, e seu local e sua data são removidos.
account-save-picture = Salvar imagem
account-remove-picture = Remover imagem
account-current-password = Senha atual
account-new-password = Nova senha
account-new-password-rule = Pelo menos 8 caracteres. Você sairá de todos os outros navegadores.
account-sign-out-apps = Sair também de todos os aplicativos
account-change-password = Alterar senha
account-everywhere = Sair de todos os lugares
account-everywhere-what = Faz você sair de todos os navegadores, inclusive deste, e de todos os aplicativos. Os aplicativos continuam conectados à conta. Você pode removê-los em { $link }.
account-everywhere-servers = Os servidores dos aplicativos também não podem mais agir por mim, até que eu entre de novo no aplicativo
account-delete-heading = Excluir sua conta
account-delete-what = Depois de uma semana, seu perfil, suas faixas, sua biblioteca, seus envios e seus aplicativos de desenvolvedor são excluídos de vez, e seu nome de usuário nunca é dado a outra pessoa. Até lá, você pode voltar atrás entrando na conta. Enquanto isso, você fica desconectado, suas faixas ficam ocultas e nenhum aplicativo age por você.
account-download = { $link } antes: perfil, faixas com áudio, biblioteca.
account-download-link = Baixe seus dados
account-delete = Excluir minha conta
account-delete-button = Excluir em uma semana
account-name-changed = Seu nome foi alterado.
account-picture-changed = Sua imagem foi alterada.
account-picture-removed = Sua imagem foi removida.
account-password-changed = Sua senha foi alterada. Você saiu de todos os outros navegadores.
account-password-wrong = A senha está errada. Tente de novo.

picture-none = Escolha primeiro uma imagem: um arquivo PNG ou JPEG.
picture-too-large = A imagem tem mais de 5 MB. Escolha uma menor.
picture-too-many-pixels = A imagem tem pixels demais. Escolha uma menor.
picture-format = O arquivo não é uma imagem PNG ou JPEG. Escolha outro.
picture-damaged = O arquivo está danificado. Escolha outra imagem.
picture-too-many = Imagens demais. Aguarde { $minutes ->
        [1] um minuto
       *[other] { $minutes } minutos
    } e tente de novo.
picture-busy = O serviço está processando muitas imagens. Tente de novo em instantes.
picture-storage-full = O serviço não tem espaço para imagens. Tente mais tarde.

## Deletion

deletion-title = Sua conta será excluída
deletion-heading = { $handle } será excluído
deletion-on = Em { $date }, com todas as faixas, a biblioteca e os aplicativos de desenvolvedor. Até lá, você fica desconectado, nenhum aplicativo age por você e suas faixas ficam ocultas.
deletion-keep = Manter minha conta
deletion-keep-what = Suas faixas voltam então a ser listadas. Você continua desconectado de todos os navegadores e aplicativos: entre de novo onde quiser.
deletion-sign-in = Para manter a conta, { $link } antes desse dia.
deletion-sign-in-link = entre nela

## Reset the password

reset-title = Definir uma nova senha
reset-lead = Você então sai de todos os lugares e entra com ela.
reset-needs-link = Para isso você precisa de um link. Peça um a { $link }: ele vale por 30 minutos. Abra-o ou digite aqui o código dele.
reset-needs-operator = Para isso você precisa de um link. Peça um ao operador deste serviço: ele vale por 30 minutos. Abra-o ou digite aqui o código dele.
reset-code = Código
reset-code-rule = A parte do seu link depois do #.
reset-button = Definir senha
reset-back = Voltar à página de entrada
reset-link-invalid = Este link já foi usado, é antigo demais ou está incompleto. Peça outro.

## Your tracks

tracks-deleted = A faixa foi excluída.
tracks-none = Você não tem faixas. Os aplicativos podem enviá-las se você permitir.
tracks-no-more = Não há mais faixas.
tracks-lead = Você as altera nos aplicativos. Só aqui você pode excluir qualquer uma delas: um aplicativo exclui só as faixas que adicionou e oculta as outras.
tracks-hidden = Oculta: só você a vê
tracks-public = Pública
tracks-gated = Restrita: servidores de acesso decidem quem pode ouvi-la
tracks-share = Compartilhar
share-link = Link para a página da faixa
share-code = Código que a reproduz em uma página da web
share-copy = Copiar
share-copied = Copiado
share-selected = Selecionado: copie com o teclado
tracks-delete = Excluir
tracks-delete-what = Ela não poderá mais ser tocada nem restaurada.
tracks-delete-button = Excluir de vez
tracks-older = Faixas mais antigas
tracks-newest = Faixas mais recentes

## A track's page, and its player in a page of another site

track-duration = Duração:
track-play = Reproduzir
track-gated = O proprietário decide quem pode ouvir esta faixa.
track-sites = Ela toca em:
track-checking = Verificando se você pode ouvi-la…
track-needs-script = Para reproduzir esta faixa, permita JavaScript.
track-elsewhere = Esta faixa não pode ser reproduzida aqui. Ouça no site ou no aplicativo em que o proprietário a oferece.
track-failed = A faixa não pode ser reproduzida no momento. Tente mais tarde.
track-closed-country = Esta faixa não pode ser reproduzida no seu país.
track-closed-country-unknown = Não é possível determinar seu país, e a faixa só toca em alguns países.
track-closed-group = Esta faixa é para os membros de um grupo.
track-closed-opens = Esta faixa abre em { $time }.
track-closed-over = Esta faixa não pode mais ser reproduzida.
track-closed-paid = Esta faixa é para quem a comprou.
track-closed-sign-in = Para ouvir, entre no site ou no aplicativo em que o proprietário a oferece.
track-closed-site = Esta faixa não pode ser reproduzida neste site.
track-closed-verified = Esta faixa é para contas verificadas.
track-closed-other = Você não pode ouvir esta faixa.
track-buy = Comprar em { $host }
track-join = Pedir para participar em { $host }
embed-open = Abrir em { $service }
embed-nowhere = Nenhum site pode incorporar esta faixa: a regra dela não permite nenhum, ou o servidor de acesso não informou quais.
embed-missing = Esta faixa não existe

## Errors

broken-link = Este link de entrada não funciona
broken-link-text = Nada foi compartilhado. Feche esta página e avise o desenvolvedor do aplicativo.
stale-form = Tente de novo
stale-form-text = O formulário expirou, já foi enviado ou pertence a outra entrada. Nada foi alterado. Comece de novo e permita cookies para esta página.
stale-form-button = Começar de novo
no-form = Nada foi feito
no-form-text = A solicitação não foi enviada por um formulário desta página. Volte e tente de novo.
no-decision = Nada foi decidido
no-decision-text = O formulário não tem nenhuma decisão. Volte e escolha de novo.
rate-limited = Um momento, por favor
rate-limited-text = Você ou sua rede enviaram solicitações demais. Aguarde alguns segundos e tente de novo.
rate-limited-button = Tentar de novo
export-running-text = Outro download seu está em andamento, ou há downloads demais. Tente de novo em alguns minutos.
too-many-apps = Há aplicativos conectados demais
too-many-apps-text = Sua conta tem todas as entradas que pode ter. Remova os aplicativos que você não usa mais e entre de novo.
no-space = No momento, não há novas entradas
no-space-text = O serviço está sem espaço para entradas. Os aplicativos conectados continuam funcionando. Tente mais tarde.
sign-up-closed = O cadastro está fechado
sign-up-closed-text = Só o operador deste serviço pode criar contas. Peça uma a ele.
internal = Algo deu errado
internal-text = Nada foi compartilhado. Aguarde um momento e tente de novo.
not-found = Página não encontrada
not-found-text = O endereço está errado, ou a página foi removida.
no-app = Aplicativo não encontrado
no-app-text = O aplicativo foi excluído, ou pertence a outra conta.

## Times

date-time = { $day } de { $month ->
        [1] janeiro
        [2] fevereiro
        [3] março
        [4] abril
        [5] maio
        [6] junho
        [7] julho
        [8] agosto
        [9] setembro
        [10] outubro
        [11] novembro
       *[12] dezembro
    } de { $year }, { $time } UTC
just-now = agora mesmo
minutes-ago = { $count ->
        [1] há 1 minuto
       *[other] há { $count } minutos
    }
hours-ago = { $count ->
        [1] há 1 hora
       *[other] há { $count } horas
    }
days-ago = { $count ->
        [1] há 1 dia
       *[other] há { $count } dias
    }
