"""Drop alerts once more, in plain Python (math only): what the program has to reproduce.
Input: cohort counts per leaf l=(platform,campaign,image): sends n[l][k] and events y[l][k][a] (a = arrival hour - send hour, 0..24).
Everything is indexed by closed hours 0..T-1; hour_local(t) gives (hour of day, weekend?) in the audience time zone."""
import math
P=dict(H=28*24, LAG=24, AGES=25, WIN=(1,2,3,6,12,24), K_LEAF=20., K_CELL=50., E_MIN=5., TAU_FLOOR=.03, TAU_ONEOFF=.5, SIG_FLOOR=.02,
       SIG_DEFAULT=.5, MAX_INCIDENTS=3, CUT=5., MIN_DROP=.20, MIN_MISSING=10., BUDGET=1., MIN_DAYS=14)
def inflation(days): return 1.+1.3/math.sqrt(days)                    # 28 d -> 1.246, 14 d -> 1.347
def thresholds(kinds,times=1,budget=P['BUDGET']):
    """By kind, {dimensions: series of them}: each kind has an equal part of the budget"""
    n=times*sum(kinds.values()); used=budget*min(1.,n/50.)              # fewer than 50 series have their share of it
    return {k:1.2-math.log(used/720./len(kinds)/(times*c)) for k,c in kinds.items()}
# ---- tails ------------------------------------------------------------------------------------------------
def betacf(a,b,x):
    tiny=1e-300; c=1.; d=1.-(a+b)*x/(a+1.); d=tiny if abs(d)<tiny else d; d=1./d; h=d
    for m in range(1,2000):
        aa=m*(b-m)*x/((a-1+2*m)*(a+2*m)); d=1.+aa*d; d=tiny if abs(d)<tiny else d; c=1.+aa/c; c=tiny if abs(c)<tiny else c; d=1./d; h*=d*c
        aa=-(a+m)*(a+b+m)*x/((a+2*m)*(a+1+2*m)); d=1.+aa*d; d=tiny if abs(d)<tiny else d; c=1.+aa/c; c=tiny if abs(c)<tiny else c; d=1./d; e=d*c; h*=e
        if abs(e-1.)<1e-12: break
    return h
def log_tail(y,m,V):
    """log P(Y<=y): negative binomial(mean m, variance V) when V>m, else normal with continuity correction"""
    if m<=0: return 0.
    if V<=m*1.000001:
        z=(y+.5-m)/math.sqrt(V)
        return math.log(.5*math.erfc(-z/math.sqrt(2))) if z>-5 else -.5*z*z-math.log(-z)-.918938533204673-math.log1p(1/(z*z))
    r=min(m*m/(V-m),1e7); y=max(0.,math.floor(y)); x=r/(r+m); a=r; b=y+1.
    lb=math.lgamma(a+b)-math.lgamma(a)-math.lgamma(b)+a*math.log(x)+b*math.log1p(-x)
    if x<(a+1.)/(a+b+2.): return min(0.,lb+math.log(betacf(a,b,x))-math.log(a))
    t=math.exp(lb)*betacf(b,a,1.-x)/b; return math.log1p(-min(t,1-1e-16))
def likely_range(m,V,lo=.005,hi=.995):
    def q(p):
        a,b=-1.,m+10*math.sqrt(V)+20
        while b-a>1: c=math.floor((a+b)/2); a,b=(c,b) if log_tail(c,m,V)<math.log(p) else (a,c)
        return b
    return q(lo),q(hi)
# ---- 1. expectation ---------------------------------------------------------------------------------------
def fit(n,y,ev,grp,one_offs,kin,t0,t1,t2,cell,mask=None):
    """train on arrival hours [t0,t1), return E[l], VP[l] for [t0,t2), and of each leaf the factor of its kin over its own"""
    L=len(n); A=P['AGES']; G=max(grp)+1; w=lambda l,t: 1. if mask is None else mask[l][t]
    num=[[0.]*A for _ in range(G)]; den=[[0.]*A for _ in range(G)]
    for l in range(L):
        for t in range(t0,t1):
            ww=w(l,t)
            if ww==0: continue
            for a in range(min(A,t+1)): num[grp[l]][a]+=ww*y[l][t-a][a]; den[grp[l]][a]+=ww*n[l][t-a]
    q=[[num[g][a]/max(den[g][a],1e-9) for a in range(A)] for g in range(G)]      # yield per send by age, per campaign
    X=[];VX=[];O=[];S=[]; K=P['K_LEAF']
    for l in range(L):
        g=q[grp[l]]; xs=[sum(n[l][t-a]*g[a] for a in range(min(A,t+1))) for t in range(t0,t2)]; vs=[sum(n[l][t-a]*g[a]*(1-g[a]) for a in range(min(A,t+1))) for t in range(t0,t2)]
        VX.append([min(1.,max(.02,v/x)) if x>1e-12 else 1. for v,x in zip(vs,xs)])
        O.append(sum(w(l,t)*ev[l][t] for t in range(t0,t1))); S.append(sum(w(l,t)*xs[t-t0] for t in range(t0,t1))); X.append(xs)
    usual=[(sum(o for o,j in zip(O,kin) if j==k)+K)/(sum(s for s,j in zip(S,kin) if j==k)+K) for k in kin]
    own=[(o+K*u)/(s+K) for o,s,u in zip(O,S,usual)]; X=[[f*v for v in xs] for f,xs in zip(own,X)]
    c=[cell(t) for t in range(t0,t2)]; K=P['K_CELL']; sy=[0.]*48; sx=[0.]*48
    gy=[[0.]*48 for _ in range(G)]; gx=[[0.]*48 for _ in range(G)]
    for l in range(L):
        for t in range(t0,t1):
            ww=w(l,t)*(grp[l]!=one_offs); j=c[t-t0]; sy[j]+=ww*ev[l][t]; sx[j]+=ww*X[l][t-t0]; gy[grp[l]][j]+=ww*ev[l][t]; gx[grp[l]][j]+=ww*X[l][t-t0]
    s=[(sy[j]+K)/(sx[j]+K) for j in range(48)]; gc=[[1. if g==one_offs else (gy[g][j]+K*s[j])/(gx[g][j]+K) for j in range(48)] for g in range(G)]
    E=[[X[l][i]*gc[grp[l]][c[i]] for i in range(t2-t0)] for l in range(L)]
    return E,[[E[l][i]*VX[l][i] for i in range(t2-t0)] for l in range(L)],[u/f for u,f in zip(usual,own)]
# ---- 2. window statistic ----------------------------------------------------------------------------------
def cum(x):
    out=[]; 
    for r in x:
        c=[0.]
        for v in r: c.append(c[-1]+v)
        out.append(c)
    return out
def parts(cy,ce,cv,t1,w,mem,grp,G,tau,mix,fg=None):
    Es=[0.]*G; Er=[0.]*G; Yr=[0.]*G; Vr=[0.]*G; Y=Vp=0.
    for l in range(len(cy)):
        e=ce[l][t1]-ce[l][t1-w]; o=cy[l][t1]-cy[l][t1-w]; v=cv[l][t1]-cv[l][t1-w]; g=grp[l]
        if mem[l]: Es[g]+=e; Y+=o; Vp+=v
        else: Er[g]+=e; Yr[g]+=o; Vr[g]+=v
    E0=sum(Es); Ep=Vu=0.
    for g in range(G):
        if Es[g]<=0: continue
        t2=tau[g]**2; k=1./(1.+Vr[g]/(t2*Er[g]*Er[g])) if Er[g]>0 else 0.
        u=1.+k*(Yr[g]/Er[g]-1.) if Er[g]>0 else 1.; Ep+=Es[g]*u; Vu+=Es[g]**2*(t2*(1.-k)*(fg[g]**2 if fg else 1.)+(k*mix[g])**2)
    return Y,E0,Ep,(Vp*Ep/E0 if E0>0 else Vp),Vu
# ---- 3. noise calibration ---------------------------------------------------------------------------------
def rscale(r):
    x=sorted(r); n=len(x); med=x[n//2]; mad=1.4826*sorted(abs(v-med) for v in x)[n//2]; return max(mad,-x[int(.05*n)]/1.645)
def solve(d,v,e,floor):
    f=lambda s: rscale([a/math.sqrt(b+s*s*c*c) for a,b,c in zip(d,v,e)])
    if f(floor)<=1.: return floor
    lo,hi=floor,2.
    for _ in range(12):
        m=math.sqrt(lo*hi); lo,hi=(m,hi) if f(m)>1. else (lo,m)
    return hi
def incidents(stat,T,deficit,floor):
    """stat(t1,w)->(d,v,e) or None.  Hours of the (at most 3) largest past incidents."""
    fl=[0]*T
    for w in (1,2,3):
        S=[(t1,)+s for t1 in range(w,T+1) for s in [stat(t1,w)] if s]
        if len(S)<48: continue
        r=[d/math.sqrt(v+floor*floor*e*e) for _,d,v,e in S]; x=sorted(r); med=x[len(x)//2]; mad=max(1.,1.4826*sorted(abs(q-med) for q in x)[len(x)//2])
        for (t1,d,v,e),q in zip(S,r):
            if q-med<-P['CUT']*mad:
                for h in range(t1-w,t1): fl[h]=1
    ep=[];i=0
    while i<T:
        if fl[i]:
            last=j=i
            while j<T and j-last<=6:
                if fl[j]: last=j
                j+=1
            ep.append((sum(deficit[i:last+1]),i,last)); i=last+1
        else: i+=1
    out=[0]*T
    for _,a,b in sorted(ep,reverse=True)[:P['MAX_INCIDENTS']]:
        for h in range(a,b+1): out[h]=1
    return out
def appeals(appeal,usual,least):
    """noise of how differently campaigns (or their parts) with sends on < 7 days are liked: [(events, expected, variance)], `usual` counts as 5 of them"""
    x=[min(1.,((o-e)**2-v)/(e*e)) for o,e,v in appeal if o>=.2*e]
    return max(least,math.sqrt((5*usual*usual+max(0.,sum(x)))/(5+len(x))))
def calibrate(E,Y,VP,mem,grp,G,tfloor,tdefault,mix):
    L=len(E); T=len(E[0]); cy,ce,cv=cum(Y),cum(E),cum(VP); W=P['WIN']; tau=[[0.]*6 for _ in range(G)]; sig=[[0.]*6 for _ in mem]
    counts=[]                                                                   # of each segment: windows by w
    def run(stat,floor,default,nmin,deficit):
        fl=incidents(stat,T,deficit,floor); cf=cum([fl])[0]; out=[]; used=[]
        for i,w in enumerate(W):
            S=[s for t1 in range(w,T+1) if cf[t1]-cf[t1-w]==0 for s in [stat(t1,w)] if s]
            used.append(len(S)); out.append(solve([s[0] for s in S],[s[1] for s in S],[s[2] for s in S],floor) if len(S)>=nmin else default)
        return out,used
    for g in range(G):
        ls=[l for l in range(L) if grp[l]==g]
        def st(t1,w):
            e=sum(ce[l][t1]-ce[l][t1-w] for l in ls); return (sum(cy[l][t1]-cy[l][t1-w] for l in ls)-e,sum(cv[l][t1]-cv[l][t1-w] for l in ls),e) if e>=P['E_MIN'] else None
        tau[g]=run(st,tfloor[g],tdefault[g],24,[sum(E[l][h]-Y[l][h] for l in ls) for h in range(T)])[0]
    for s,m in enumerate(mem):
        def st(t1,w):
            o,e0,ep,vp,vu=parts(cy,ce,cv,t1,w,m,grp,G,[tau[g][W.index(w)] for g in range(G)],mix); return (o-ep,vp+vu,ep) if ep>=P['E_MIN'] else None
        sig[s],used=run(st,P['SIG_FLOOR'],None,48,[sum(E[l][h]-Y[l][h] for l in range(L) if m[l]) for h in range(T)]); counts.append(used)
    return tau,sig,counts
# ---- 3b. beyond: slow drifts, and a whole campaign is corrected by the other regular ones ----------------------------
D=dict(WEIGHT=200., DAYS=10.)
def drift(E,VP,ev,regular,t0,t1,mask):
    """each day's expectation times 1 + gamma * (what the two days that ended 24 hours before had more than expected); a day is t//24"""
    first=t0//24; days=[t//24-first for t in range(t0,t0+len(E[0]))]; sums=[[0.,0.] for _ in range(days[-1]+1)]
    for l,r in enumerate(regular):
        for t in range(t0,t1):
            if r and (mask is None or mask[l][t]): sums[days[t-t0]][0]+=ev[l][t]; sums[days[t-t0]][1]+=E[l][t-t0]
    far=lambda o,e: (o-e)/(e+D['WEIGHT'])
    before=[far(*(sum(c[i] for c in sums[max(0,d-3):max(0,d-1)]) for i in (0,1))) for d in range(len(sums))]
    known=[(e,b,far(o,e)) for (o,e),b in zip(sums,before) if b!=0 and e>0]; own=sum(e*b*b for e,b,_ in known)
    if own<=0: return E,VP
    trust=min(1.,max(0.,sum(e*b*x for e,b,x in known)/own))*len(known)/(len(known)+D['DAYS'])
    return [[[v*(1+trust*before[days[i]]) for i,v in enumerate(row)] for row in rows] for rows in (E,VP)]
R=dict(MOST=8, SPREAD=.1, LOW=-.5, HIGH=.2, WEIGHT=20., SEPARATE=6)
def readiness(cy,ce,cv,t1,w,peers,tau):
    s=0.; ws=1/(R['SPREAD']*R['SPREAD'])
    for ls,t in zip(peers,tau):
        o,e,v=(sum(c[l][t1]-c[l][t1-w] for l in ls) for c in (cy,ce,cv))
        if e>=P['E_MIN']: x=1/(t*t+v/(e*e)); s+=x*(o/e-1); ws+=x
    return min(max(s/ws,R['LOW']),R['HIGH'])
def compare(E,Y,VP,mem,grp,G,tau,tfloor,mix):
    """of each segment that is one whole regular campaign: (campaign, tau by w, peers: (leaves, tau by w), trust by w); of others None"""
    cy,ce,cv=cum(Y),cum(E),cum(VP); T=len(E[0]); of=[[l for l,k in enumerate(grp) if k==g] for g in range(G)]; out=[]
    size=[sum(ce[l][T] for l in ls) for ls in of]; large=sorted((g for g in range(G) if mix[g]==0 and size[g]>0),key=lambda g:(-size[g],g))
    for m in mem:
        g=next((g for g in range(G) if mix[g]==0 and of[g]==[l for l,i in enumerate(m) if i]),None)
        peers=[p for p in large[:R['MOST']+1] if p!=g][:R['MOST']]
        if g is None or not peers: out.append(None); continue
        def stat(t1,w):
            o,e,v=(sum(c[l][t1]-c[l][t1-w] for l in of[g]) for c in (cy,ce,cv)); return (o-e,v,e) if e>=P['E_MIN'] else None
        cf=cum([incidents(stat,T,[sum(E[l][h]-Y[l][h] for l in of[g]) for h in range(T)],tfloor[g])])[0]; own=list(tau[g]); trusts=[0.]*6
        for i,w in enumerate(P['WIN']):
            S=[(t1,)+s for t1 in range(w,T+1) if cf[t1]-cf[t1-w]==0 for s in [stat(t1,w)] if s]
            x=[readiness(cy,ce,cv,s[0],w,[of[p] for p in peers],[tau[p][i] for p in peers]) for s in S]; square=sum(r*r*s[3] for r,s in zip(x,S))
            n=len(S)/max(w,R['SEPARATE']); trust=min(1.,max(0.,sum(r*s[1] for r,s in zip(x,S))/square))*n/(n+R['WEIGHT']) if square>0 else 0.
            if len(S)<24: continue
            left=solve([d-e*trust*r for r,(_,d,v,e) in zip(x,S)],[v*(1+trust*r) for r,(_,d,v,e) in zip(x,S)],[e*(1+trust*r) for r,(_,d,v,e) in zip(x,S)],tfloor[g])
            if left<own[i]: own[i],trusts[i]=left,trust
        out.append((g,own,[(of[p],tau[p]) for p in peers],trusts))
    return out
# ---- 4. score ---------------------------------------------------------------------------------------------
def score(E,Y,VP,t1,mem,grp,G,tau,sig,mix,infl,mindrop=None):
    """hour t1-1 is the last closed hour.  Returns per series the best window: (score=-ln p, w, observed, expected, variance)"""
    cy,ce,cv=cum(Y),cum(E),cum(VP); out=[]; md=P['MIN_DROP'] if mindrop is None else mindrop
    for s,m in enumerate(mem):
        best=(0.,0,0.,0.,0.)
        for i,w in enumerate(P['WIN']):
            o,e0,ep,vp,vu=parts(cy,ce,cv,t1,w,m,grp,G,[tau[g][i] for g in range(G)],mix)
            if ep<=0 or o>=ep*(1-md) or ep-o<P['MIN_MISSING']: continue
            V=vp+infl**2*(vu+sig[s][i]**2*ep*ep); sc=-log_tail(o,ep,V)
            if sc>best[0]: best=(sc,w,o,ep,V)
        out.append(best)
    return out
# ---- 5. beyond: noise widened by how often it was measured ------------------------------------------------------
M=dict(CAMPAIGN=12, SEGMENT=6)
def separate(n,w): return 1.+.3/math.sqrt(max(1.,n/max(w,M['SEGMENT'])))
def judge(E,Y,VP,t1,mem,grp,G,tau,sig,mix,counts,days,mindrop,compared):
    """as score, with the factors of each campaign (days and hours measured) and window, and with what the peers of a whole campaign correct"""
    cy,ce,cv=cum(Y),cum(E),cum(VP); out=[]
    for s,m in enumerate(mem):
        best=(0.,0,0.,0.,0.)
        for i,w in enumerate(P['WIN']):
            fg=[inflation(min(d*24/max(w,M['CAMPAIGN']),h)) for d,h in days]
            one=compared[s]; own=[one[1][i] if one and g==one[0] else tau[g][i] for g in range(G)]
            o,e0,e,vp,vu=parts(cy,ce,cv,t1,w,m,grp,G,own,mix,fg)
            if one: f=1+one[3][i]*readiness(cy,ce,cv,t1,w,[ls for ls,_ in one[2]],[t[i] for _,t in one[2]]); e*=f; vp*=f; vu*=f*f
            if e<=0 or o>=e*(1-mindrop) or e-o<P['MIN_MISSING']: continue
            V=vp+vu+(separate(counts[s][i],w)*sig[s][i]*e)**2; sc=-log_tail(o,e,V)
            if sc>best[0]: best=(sc,w,o,e,V)
        out.append(best)
    return out
